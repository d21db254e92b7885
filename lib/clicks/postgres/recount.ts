import type { Client } from "pg";
import type { Recount } from "@/lib/clicks/store/recount";
import { inSnapshot } from "@/lib/platform/database/client";
import { monthsInPostgres, recountDays, recountUsage, usageInPostgres } from "./recount-days";
import { recountCounters, recountTotals, totalsInPostgres } from "./recount-totals";

/** Each part reads a separate snapshot, so concurrent storing makes no difference and no snapshot is held for long. */
export function postgresRecount(client: Client): Recount {
  return {
    months: () => inSnapshot(client, () => monthsInPostgres(client)),
    days: (month) => inSnapshot(client, () => recountDays(client, month)),
    usage: (month) => inSnapshot(client, () => recountUsage(client, month, usageInPostgres(month))),
    totals: (subject, from) =>
      inSnapshot(client, async () => [
        await recountTotals(client, subject, from),
        ...(await recountCounters(client, subject, from, totalsInPostgres(subject, from))),
      ]),
  };
}
