import type { Client } from "pg";
import type { Recount } from "@/lib/clicks/store/recount";
import { monthsInPostgres, recountDays, recountUsage, usageInPostgres } from "./recount-days";
import { recountCounters, recountTotals, totalsInPostgres } from "./recount-totals";

/** Each part reads a separate snapshot, so concurrent storing makes no difference and no snapshot is held for long. */
export function postgresRecount(client: Client): Recount {
  async function inOneState<T>(work: () => Promise<T>): Promise<T> {
    await client.query("begin isolation level repeatable read read only");
    try {
      return await work();
    } finally {
      await client.query("rollback").catch(() => {});
    }
  }
  return {
    months: () => inOneState(() => monthsInPostgres(client)),
    days: (month) => inOneState(() => recountDays(client, month)),
    usage: (month) => inOneState(() => recountUsage(client, month, usageInPostgres(month))),
    totals: (subject, from) =>
      inOneState(async () => [
        await recountTotals(client, subject, from),
        ...(await recountCounters(client, subject, from, totalsInPostgres(subject, from))),
      ]),
  };
}
