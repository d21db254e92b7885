import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import {
  AT_ONCE,
  BURST,
  BURST_ALIKE,
  BURST_CLICKS,
  IS_CHECKER,
  NO_OTHER_CLICK_SECONDS,
  TWICE,
  TWICE_SECONDS,
} from "@/lib/clicks/classify/bursts";
import { type Counted, type StoredClick, toEnrichedClick, withVerdict } from "@/lib/clicks/classify/correction";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { RULESET, type Verdict } from "@/lib/clicks/classify/visit";
import type { Batch, ClickStore } from "@/lib/clicks/store/click-store";
import { DAY_MS } from "@/lib/clicks/store/period";
import { Rollup } from "@/lib/clicks/store/rollup";
import { type ClickColumn, columnEntries } from "@/lib/clicks/store/stored-columns";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inLockedTransaction } from "@/lib/platform/database/client";
import { log } from "@/lib/platform/log/log";
import { arrayOf, copyInto, copyValue } from "./copy";
import { countBatch } from "./count-batch";
import { dayVisitorsOf, type LeftOver, takeDayVisitors } from "./day-visitors";
import { Dictionary } from "./dictionary";
import { eraseDeletedCounts } from "./erase";
import { expireInPostgres } from "./expire";
import { judgeMinute } from "./minutes";
import { VisitorPacking } from "./pack-visitors";
import { clickColumns, clicksWithin, mayContainSql, PACK, writePacks } from "./packs";
import { dropPartition, ensurePartitions, monthsOfRows } from "./partitions";
import { storeCounters, storeRollup } from "./rollups";
import { uncountClicks } from "./uncount-clicks";

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

/** See `ClickStore.judge`. Everything happens in one transaction. */
const judgeInPostgres = (client: Client, dictionary: Dictionary): Promise<boolean> =>
  judgeMinute(client, async ({ start }) => {
    for (const [verdict, sql] of RULES) {
      const { rows } = await client.query<StoredClick & { key: string }>(sql, [start]);
      if (rows.length === 0) continue;
      await correct(client, dictionary, rows, verdict);
      if (rows.length === AT_ONCE) return false;
    }
    return true;
  });

const WITHIN = "at >= $1 and at < $1::timestamptz + interval '1 minute'";
const THING = "coalesce(link_id, 0) as link, coalesce(qr_code_id, 0) as qr, coalesce(bio_page_id, 0) as bio";

/** Columns that `StoredClick` has in another format. */
const otherwise: Partial<Record<ClickColumn, string>> = {
  visitor: "visitor::text",
  beyond: "coalesce(beyond, 0)::float8",
};

const STORED = `id as key, (extract(epoch from at) * 1000)::float8 as at, encode(seal, 'hex') as seal,
  ${columnEntries.flatMap(([name, { field }]) => (field ? `${otherwise[name] ?? name} as "${field}"` : []))}`;

/** Clicks already judged as a burst are included, so that later clicks of the same burst are recognized. */
const burst = `with clicked as materialized (
    select ${THING}, network, agent, count(*) as clicks from clicks
    where ${WITHIN} and network is not null and (robot is null or class = '${BURST.class}') group by 1, 2, 3, 4, 5
    having count(*) >= ${BURST_CLICKS}
  ), everybody as materialized (
    select link, qr, bio, network, count(*) as clicks from (
      select ${THING}, network from clicks where ${WITHIN} and (robot is null or class = '${BURST.class}')) as click
    join (select distinct link, qr, bio, network from clicked) as thing using (link, qr, bio, network) group by 1, 2, 3, 4
  ), bursts as materialized (
    select link, qr, bio, network, agent from clicked join everybody using (link, qr, bio, network)
    where clicked.clicks >= ${BURST_ALIKE} * everybody.clicks)
  select ${STORED} from (select *, ${THING} from clicks where ${WITHIN} and robot is null) as click
  join bursts using (link, qr, bio, network, agent) limit ${AT_ONCE}`;

const seconds = (column: string, number: number) => `${column} + interval '${number} seconds'`;

const twice = `with near as materialized (
    select id, at, link_id, network, agent, robot is null as person, ${IS_CHECKER} as checker from clicks
    where at >= ${seconds("$1::timestamptz", -NO_OTHER_CLICK_SECONDS)} and at < ${seconds("$1::timestamptz", 60 + NO_OTHER_CLICK_SECONDS)}
      and link_id is not null and network is not null and (robot is null or ${IS_CHECKER})
  ), alone as materialized (
    select link_id, agent from near where (link_id, agent) in (select link_id, agent from near where checker)
    group by 1, 2 having count(*) filter (where person) = 1
  ), second as (
    select person.id, person.at from near as person join alone using (link_id, agent)
    where person and ${WITHIN.replaceAll("at ", "person.at ")} and exists (
      select from near as first where first.checker and first.link_id = person.link_id and first.agent = person.agent
        and first.network <> person.network and first.at <= person.at
        and first.at >= ${seconds("person.at", -TWICE_SECONDS)}))
  select ${STORED} from clicks where ${WITHIN} and (at, id) in (select at, id from second) and robot is null limit ${AT_ONCE}`;

const RULES: [Verdict, string][] = [
  [BURST, burst],
  [TWICE, twice],
];

async function correct(
  client: Client,
  dictionary: Dictionary,
  rows: (StoredClick & { key: string })[],
  verdict: Verdict,
): Promise<void> {
  const counted = rows.map((row): Counted & { key: string } => ({ key: row.key, click: toEnrichedClick(row) }));
  const present = await uncountClicks(client, counted, async () => {
    const times = rows.map(({ at }) => at / 1_000);
    const { rows: marked } = await client.query<{ id: string }>(
      `update clicks set robot = $2, class = $3, ruleset = $4, "unique" = false, variant_unique = variant_unique and false,
         beyond = null
       where id = any($1::bigint[]) and robot is null and at between to_timestamp($5) and to_timestamp($6) returning id`,
      [
        arrayOf(rows.map(({ key }) => key)),
        verdict.rule,
        verdict.class,
        RULESET,
        Math.floor(Math.min(...times)),
        Math.ceil(Math.max(...times)),
      ],
    );
    const keys = new Set(marked.map(({ id }) => id));
    return counted.filter(({ key }) => keys.has(key));
  });
  const rollup = new Rollup();
  for (const { click } of present) {
    rollup.add(click, -1);
    rollup.add(withVerdict(click, verdict));
  }
  await takeDayVisitors(
    client,
    present.map(({ click }) => click),
    visitorsLeft,
  );
  await storeRollup(client, rollup, dictionary);
  await storeCounters(client, rollup);
}

/** Returns a query of the visitors of a subject on a day who still have clicks by people. */
async function visitorsLeft(subject: ClickSubject, id: number, day: string, first: number): Promise<LeftOver> {
  const start = `$${first + 1}::timestamptz`;
  const clicks = clicksWithin({
    from: start,
    to: `(${start} + interval '1 day')`,
    packs: mayContainSql(subject, `$${first}`),
    where: `${clickColumns[subject]} = $${first}`,
  });
  const sql = `select variant, hash from (${dayVisitorsOf(clicks)}) as met where subject = '${subject}'`;
  return { sql, values: [id, `${day}T00:00:00Z`] };
}
