import type { Client } from "pg";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import type { Batch, ClickStore } from "@/lib/clicks/store/click-store";
import { quarantineLines } from "@/lib/clicks/store/quarantine";
import { Rollup } from "@/lib/clicks/store/rollup";
import { columnEntries } from "@/lib/clicks/store/stored-columns";
import { inTransaction } from "@/lib/platform/in-transaction";
import { copyInto, copyValue } from "./copy";
import { storeDayVisitors } from "./day-visitors";
import { Dictionary } from "./dictionary";
import { eraseDeletedCounts } from "./erase";
import { keepExisting } from "./existing";
import { expireInPostgres, noteLateClicks } from "./expire";
import { judgeInPostgres } from "./judge";
import { noteMinutes } from "./minutes";
import { MonthPacking } from "./pack-months";
import { VisitorPacking } from "./pack-visitors";
import { storePageEvents } from "./page-events";
import { ensurePartitions } from "./partitions";
import { storeCounters, storeRollup } from "./rollups";
import { sealClicks } from "./segments";
import { countUsage, numberClicks } from "./usage";
import { markNewVariants } from "./variants";
import { markNewVisitors } from "./visitors";
import { storeWebhookVisits } from "./webhooks";

/** Stores clicks in Postgres over one connection. */
export class PostgresClickStore implements ClickStore {
  private dictionary: Dictionary;
  private readonly visitors: VisitorPacking;
  private readonly months: MonthPacking;

  constructor(private readonly client: Client) {
    this.dictionary = new Dictionary(client);
    this.visitors = new VisitorPacking(client);
    this.months = new MonthPacking(client);
  }

  async offsetOf(journal: string): Promise<number> {
    const found = await this.client.query<{ offset: string }>(
      `select "offset" from journal_offsets where journal = $1`,
      [journal],
    );
    return Number(found.rows[0]?.offset ?? 0);
  }

  countedTo(journal: string): Promise<number> {
    return this.offsetOf(journal);
  }

  /** Stores a batch in one transaction. */
  async store(batch: Batch): Promise<void> {
    const { client } = this;
    const times = batch.clicks.flatMap(({ at, subjects }) => (subjects.length > 0 ? at : []));
    await ensurePartitions(client, times);
    await inTransaction(client, async () => {
      await moveOffset(client, batch);
      const { clicks: kept, owners } = await keepExisting(client, batch.clicks);
      const clicks = kept.filter(({ subjects }) => subjects.length > 0);
      const uncounted = await numberClicks(client, clicks, owners);
      await markNewVisitors(client, clicks);
      await markNewVariants(client, clicks);
      await storeDayVisitors(client, clicks);
      await noteLateClicks(client, clicks, owners);
      await sealClicks(client, batch.journal, clicks);
      await copyInto(client, CLICK_COLUMNS, clickLines(clicks));
      const rollup = new Rollup();
      for (const click of clicks) rollup.add(click);
      await storeRollup(client, rollup, this.dictionary);
      await storeCounters(client, rollup);
      await countUsage(client, uncounted);
      await noteMinutes(client, batch.journal, clicks);
      await storePageEvents(client, batch.events);
      await storeWebhookVisits(client, clicks);
    }).catch(this.forgetValues);
  }

  async forget(journal: string): Promise<void> {
    await this.client.query("delete from journal_offsets where journal = $1", [journal]);
  }

  erase(): Promise<boolean> {
    return eraseDeletedCounts(this.client);
  }

  expire(): Promise<boolean> {
    return expireInPostgres(this.client);
  }

  async pack(): Promise<boolean> {
    return (await this.visitors.step()) || this.months.step();
  }

  judge(): Promise<boolean> {
    return judgeInPostgres(this.client, this.dictionary).catch(this.forgetValues);
  }

  /** Forgets the dictionary, which may know values that were rolled back. */
  private readonly forgetValues = (error: unknown): never => {
    this.dictionary = new Dictionary(this.client);
    throw error;
  };
}

/** Moves a journal's offset past a batch, and sets aside the lines that cannot be stored. */
export async function moveOffset(client: Client, { journal, from, to, refused = [] }: Batch): Promise<void> {
  await client.query(`insert into journal_offsets (journal, "offset") values ($1, 0) on conflict do nothing`, [
    journal,
  ]);
  const moved = await client.query(
    `update journal_offsets set "offset" = $3, updated_at = now() where journal = $1 and "offset" = $2`,
    [journal, from, to],
  );
  if (moved.rowCount !== 1) throw new Error(`journal ${journal} has already been stored past byte ${from}`);
  await quarantineLines(client, journal, refused);
}

const CLICK_COLUMNS = `clicks (at, ${columnEntries.map(([name]) => name)}, seal)`;

/** Yields the rows of clicks in COPY's text format. */
export function* clickLines(clicks: EnrichedClick[]): Generator<string> {
  let at = { ms: Number.NaN, text: "" };
  for (const click of clicks) {
    if (click.at !== at.ms) at = { ms: click.at, text: new Date(click.at).toISOString() };
    let line = at.text;
    for (const [, { of }] of columnEntries) line += `\t${copyValue(of(click))}`;
    yield `${line}\t\\\\x${click.seal}\n`;
  }
}
