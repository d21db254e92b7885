import type { Client } from "pg";
import { log } from "@/lib/platform/log";
import { monthsOfClicks } from "./partitions";
import { noteAllErased } from "./segments";

/** Statistics and drains that come meanwhile wait behind a drop: so no longer than this. */
const WAIT = "2s";
/** It was waited for too long: for the lock, or for a look at what is in the month, or for each other. */
const LATE = ["55P03", "57014", "40P01"];

/**
 * Drops the months that are wholly before the day `none`, from which on somebody keeps clicks, and of those before
 * `some`, from which on everybody does, the ones in which nothing is left. What is in use is left for the next time.
 */
export async function dropMonths(client: Client, none: string | null, some: string): Promise<void> {
  for (const month of await monthsOfClicks(client)) {
    const { name, end } = month;
    const wholly = none !== null && end <= none;
    if (end > some || (!wholly && (await holdsClicks(client, name)))) continue;
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = '${WAIT}'; set local statement_timeout = '${WAIT}'`);
      await client.query("lock table clicks in access exclusive mode");
      // A late click may have come.
      const goes = wholly || !(await holdsClicks(client, name));
      if (goes) await client.query(`drop table ${name}`);
      if (goes && wholly) await noteAllErased(client, month);
      await client.query("commit");
      if (goes) log.info({ month: name }, "dropped a month of clicks that no plan keeps");
    } catch (error) {
      await client.query("rollback");
      if (!LATE.includes(String((error as { code?: string }).code))) throw error;
    }
  }
}

async function holdsClicks(client: Client, name: string): Promise<boolean> {
  return (await client.query(`select from ${name} limit 1`)).rowCount === 1;
}
