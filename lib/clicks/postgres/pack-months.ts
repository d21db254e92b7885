import type { Client } from "pg";
import { DAY_MS } from "@/lib/clicks/store/period";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inLockedTransaction } from "@/lib/platform/database/client";
import { log } from "@/lib/platform/log/log";
import { PACK, writePacks } from "./packs";
import { dropPartition, monthsOfRows } from "./partitions";

/** Number of clicks that one transaction packs. It is small so that other clicks can be stored in between. */
const STEP = 10 * PACK;
/**
 * Time after the end of a month (ms): by then its minutes are judged, and journals from a weekend's failure are stored.
 */
const AFTER_MS = 3 * DAY_MS;
/** How often (ms) partitions are checked. */
const EVERY_MS = 600_000;

/**
 * Packs the rows of past months in steps, in the order of their links. An empty partition is dropped, which frees its
 * space at once. Late clicks create a new one, which is packed in turn.
 */
export class MonthPacking {
  private lookAt = 0;
  /** the last link of the previous step: earlier rows are deleted, but still in the index */
  private after: { month: string; link: number } | undefined;

  constructor(private readonly client: Client) {}

  /** Runs one step in a transaction. Returns false if nothing is left to pack. */
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
    // Another drain is packing it, or someone reads it.
    this.lookAt = now + EVERY_MS;
    return false;
  }

  /** Returns how many clicks were packed; undefined if another drain is packing. */
  private pack({ name, start }: { name: string; start: string }): Promise<number | undefined> {
    return inLockedTransaction(this.client, advisoryLocks.clickDeletion, () => this.packSome(name, start));
  }

  /** Packs clicks on links first, and then the rest: clicks on other subjects, and late ones. */
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
