import type { Client } from "pg";
import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";
import { UNKNOWN } from "../enrich";
import type { EnrichedClick } from "../enriched-click";
import { ALL_TIME } from "../period";
import { utmFields } from "../visit";
import { copyInto, copyText } from "./copy";

interface Count {
  clicks: number;
  unique: number;
}

type Counts = Map<number, Count>;

/**
 * Adds up a batch of clicks. Every click counts in each dimension, under its day (UTC) and under `ALL_TIME`. `unique`
 * counts visitors' first clicks, so the days of a subject add up to its total.
 */
export class Rollup {
  // A dimension and a value, in COPY's format, by the number that stands for them in `groups`.
  private readonly values: string[] = [];
  private readonly numbers = new Map<ClickDimension, Map<string, number>>();
  // By subject, id and robot, in COPY's format; then by day; then by the number of a value.
  private readonly groups = new Map<string, Map<string, Counts>>();
  // People's clicks by the subject's id.
  private readonly totals: Record<ClickSubject, Counts> = {
    link: new Map(),
    qr: new Map(),
    campaign: new Map(),
    bio: new Map(),
  };

  add(click: EnrichedClick): void {
    const values = [
      this.number("total", ""),
      this.number("country", click.country ?? UNKNOWN),
      this.number("referrer", click.referrer),
      this.number("browser", click.browser),
      this.number("os", click.os),
      this.number("device", click.device),
      this.number("language", click.language ?? UNKNOWN),
    ];
    if (click.social !== null) values.push(this.number("social", click.social));
    for (const field of utmFields) {
      const value = click.utm?.[field];
      if (value) values.push(this.number(`utm_${field}`, value));
    }
    const robot = click.robot !== null;
    const day = dayOf(click.at);
    for (const { subject, id, first } of click.subjects) {
      const days = at(this.groups, `${subject}\t${id}\t${robot ? 1 : 0}`, () => new Map());
      const counts = at(days, day, () => new Map());
      for (const value of this.valuesFor(subject, values, click)) count(counts, value, 1, first ? 1 : 0);
      if (!robot) count(this.totals[subject], id, 1, first ? 1 : 0);
    }
  }

  /** Adds everything to what the database holds. */
  async store(client: Client): Promise<void> {
    await client.query(`create temp table if not exists rollup_batch (subject "ClickSubject", subject_id integer,
      robot boolean, day date, dimension "ClickDimension", value text, clicks integer, "unique" integer)
      on commit delete rows`);
    await copyInto(client, "rollup_batch", this.lines());
    await client.query(`insert into click_rollups (subject, subject_id, robot, day, dimension, value, clicks, "unique")
      select * from rollup_batch on conflict (subject, subject_id, robot, dimension, day, value) do update
        set clicks = click_rollups.clicks + excluded.clicks, "unique" = click_rollups."unique" + excluded."unique"`);
    await this.storeCounters(client);
  }

  /** Adds to the counters that lists show and sort by. */
  async storeCounters(client: Client): Promise<void> {
    await addCounters(client, "links", "clicks", "unique_clicks", this.totals.link);
    await addCounters(client, "qr_codes", "scans", "unique_scans", this.totals.qr);
  }

  /**
   * A line a row, in the order of ROLLUP_COLUMNS; each key's days after `ALL_TIME`. In an order that is the same for
   * everybody: two drains that write the same rows cannot deadlock.
   */
  *lines(): Generator<string> {
    const order = this.values.map((_, number) => number).sort((a, b) => compare(this.values[a], this.values[b]));
    const ranks: number[] = [];
    for (const [rank, number] of order.entries()) ranks[number] = rank;
    for (const key of [...this.groups.keys()].sort()) {
      const days = [...(this.groups.get(key) ?? [])].sort(([a], [b]) => compare(a, b));
      for (const [day, counts] of [[ALL_TIME, sum(days.map(([, counts]) => counts))] as const, ...days]) {
        for (const value of [...counts.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))) {
          const entry = counts.get(value);
          yield `${key}\t${day}\t${this.values[value]}\t${entry?.clicks}\t${entry?.unique}\n`;
        }
      }
    }
  }

  private valuesFor(subject: ClickSubject, values: number[], { rule, bioBlock }: EnrichedClick): number[] {
    if (subject === "link" && rule) return [...values, this.number("rule", rule)];
    // The page was counted when it was shown.
    if (subject === "bio" && bioBlock) return [this.number("block", bioBlock)];
    return values;
  }

  private number(dimension: ClickDimension, value: string): number {
    const numbers = at(this.numbers, dimension, () => new Map());
    return at(numbers, value, () => this.values.push(`${dimension}\t${copyText(value)}`) - 1);
  }
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function count(counts: Counts, key: number, clicks: number, unique: number): void {
  const entry = counts.get(key);
  if (entry) {
    entry.clicks += clicks;
    entry.unique += unique;
  } else counts.set(key, { clicks, unique });
}

/** Of one day alone, as most batches are, the counts themselves. */
function sum([first = new Map(), ...rest]: Counts[]): Counts {
  if (rest.length === 0) return first;
  const total: Counts = new Map();
  for (const counts of [first, ...rest]) {
    for (const [key, { clicks, unique }] of counts) count(total, key, clicks, unique);
  }
  return total;
}

const compare = (a = "", b = "") => (a < b ? -1 : a > b ? 1 : 0);

let lastDay = { number: 0, text: ALL_TIME };

function dayOf(at: number): string {
  const number = Math.floor(at / 86_400_000);
  if (number !== lastDay.number) lastDay = { number, text: new Date(at).toISOString().slice(0, 10) };
  return lastDay.text;
}

async function addCounters(client: Client, table: string, clicks: string, unique: string, totals: Counts) {
  if (totals.size === 0) return;
  const ids = [...totals.keys()];
  const counts = [...totals.values()];
  // Locked in the order of their ids, which an update by itself does not promise: two drains cannot deadlock.
  await client.query(`select 1 from ${table} where id = any($1::int[]) order by id for no key update`, [ids]);
  await client.query(
    `update ${table} set ${clicks} = ${table}.${clicks} + added.clicks, ${unique} = ${unique} + added.firsts
     from unnest($1::int[], $2::int[], $3::int[]) as added (id, clicks, firsts) where ${table}.id = added.id`,
    [ids, counts.map((count) => count.clicks), counts.map((count) => count.unique)],
  );
}
