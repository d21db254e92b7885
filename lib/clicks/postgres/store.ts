import type { Client } from "pg";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import type { Batch, ClickStore } from "@/lib/clicks/store/click-store";
import { columnEntries } from "@/lib/clicks/store/stored-columns";
import { copyInto, copyValue } from "./copy";
import { countBatch } from "./count-batch";
import { Dictionary } from "./dictionary";
import { eraseDeletedCounts } from "./erase";
import { expireInPostgres } from "./expire";
import { judgeInPostgres } from "./judge";
import { MonthPacking } from "./pack-months";
import { VisitorPacking } from "./pack-visitors";
import { ensurePartitions } from "./partitions";
import { storeRollup } from "./rollups";

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
    await countBatch(client, batch, 1, async ({ stored, rollup }) => {
      await copyInto(client, CLICK_COLUMNS, clickLines(stored));
      await storeRollup(client, rollup, this.dictionary);
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
