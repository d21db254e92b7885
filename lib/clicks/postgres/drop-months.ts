import type { Client } from "pg";
import { inTransaction } from "@/lib/platform/database/client";
import { log } from "@/lib/platform/log/log";
import { dropPartition, holdsClicks, monthsOfPacks, monthsOfRows } from "./partitions";
import { noteAllErased } from "./segments";

/**
 * Drops months of clicks. `none` is the first day that any account keeps: all months that end before it are dropped.
 * `some` is the first day that all accounts keep: months that end before it are dropped if they have no clicks. A month
 * that is in use is left for the next time.
 */
export async function dropMonths(client: Client, none: string | null, some: string): Promise<void> {
  for (const month of await monthsOfRows(client)) {
    const { name, end } = month;
    const wholly = none !== null && end <= none;
    if (end > some || (!wholly && (await holdsClicks(client, name)))) continue;
    const dropped = await dropPartition(client, month, wholly, async () => {
      if (wholly) await dropPacks(client, month);
    });
    if (dropped) log.info({ month: name }, "dropped a month of clicks that no plan keeps");
  }
  for (const month of none === null ? [] : await monthsOfPacks(client)) {
    if (none === null || month.end > none) continue;
    await inTransaction(client, () => dropPacks(client, month));
    log.info({ month: month.start }, "dropped the packed clicks of a month that no plan keeps");
  }
}

async function dropPacks(client: Client, month: { start: string; end: string }): Promise<void> {
  await client.query(
    "delete from click_packs where base > $1::date::timestamp at time zone 'utc' and base < $2::date::timestamp at time zone 'utc'",
    [month.start, month.end],
  );
  await noteAllErased(client, month);
}
