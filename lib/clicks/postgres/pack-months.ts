import type { Client } from "pg";
import { DAY_MS } from "@/lib/clicks/period";
import { advisoryLocks } from "@/lib/platform/advisory-lock";
import { log } from "@/lib/platform/log";
import { PACK, writePacks } from "./packs";
import { dropPartition, monthsOfRows } from "./partitions";

/** Clicks that one transaction packs: short enough for others to be stored in between. */
const STEP = 10 * PACK;
/** After the end of a month: minutes are judged within a day, and journals of a weekend's failure have been stored. */
const AFTER_MS = 3 * DAY_MS;
/** Partitions are looked at this often. */
const EVERY_MS = 600_000;

/**
 * Packs the rows of months that are over, some at a time, by their links' index. When none is left of a month its partition is
 * dropped: so its space is free at once. What comes late makes a new one, which is packed in its turn.
 */
export class MonthPacking {
  private lookAt = 0;
  /** the link that the last step has ended with: what is before it is gone, but still in the index */
  private after: { month: string; link: number } | undefined;

  constructor(private readonly client: Client) {}

  /** One step, in a transaction. False where nothing is left to be packed. */
  async step(now = Date.now()): Promise<boolean> {
    if (now < this.lookAt) return false;
    const due = new Date(now - AFTER_MS).toISOString().slice(0, 10);
    const month = (await monthsOfRows(this.client)).find(({ end }) => end <= due);
    if (!month) {
      this.lookAt = now + EVERY_MS;
      return false;
    }
    const packed = await this.pack(month);
    if (packed === 0 && (await dropPartition(this.client, month))) {
      log.info({ month: month.start }, "packed a month of clicks");
      return true;
    }
    if (packed) return true;
    // Another drain is at it, or somebody reads it.
    this.lookAt = now + EVERY_MS;
    return false;
  }

  /** Returns how many clicks were packed; undefined where another drain is at it. */
  private async pack({ name, start }: { name: string; start: string }): Promise<number | undefined> {
    const { client } = this;
    await client.query("begin");
    try {
      const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as locked", [
        advisoryLocks.clickDeletion,
      ]);
      const packed = rows[0].locked ? await this.packSome(name, start) : undefined;
      await client.query("commit");
      return packed;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  }

  /** By links, and then whatever is left: clicks on other things, and late ones. */
  private async packSome(name: string, start: string): Promise<number> {
    const from = this.after?.month === name ? this.after.link : 0;
    for (const which of [`link_id >= ${from} order by link_id, at desc`, "true"]) {
      const { clicks, link } = await this.write(name, start, which);
      this.after = link === null || which === "true" ? undefined : { month: name, link };
      if (clicks > 0) return clicks;
    }
    return 0;
  }

  private async write(name: string, start: string, which: string): Promise<{ clicks: number; link: number | null }> {
    const { rows } = await this.client.query<{ clicks: number; link: number | null }>(
      `with gone as (
         delete from ${name} where ctid = any(array(select ctid from ${name} where ${which} limit ${STEP})) returning *),
       packed as (${writePacks(`
         select *, $1::date::timestamp at time zone 'utc' + interval '15 days' as base,
           (row_number() over (order by link_id, at, id) - 1) / ${PACK} as pack from gone`)})
       select count(*)::int as clicks, max(link_id) as link from gone`,
      [start],
    );
    return rows[0] as { clicks: number; link: number | null };
  }
}
