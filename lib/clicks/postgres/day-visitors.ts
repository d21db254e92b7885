import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { KEPT_VISITORS } from "@/lib/clicks/store/visitor-sample";
import { arrayOf } from "./copy";
import { packedClicksSql } from "./packs";

const KEY = "subject, subject_id, day, variant";

/** SQL for the part of a visitor that distinguishes visitors in the lists of days. */
export const hashOf = (visitor: string) => `(${visitor} >> 32)::int`;

/**
 * Returns a query of the visitors of days: (subject, subject_id, day, variant, hash), one row per click and subject.
 * `clicks` is a query of clicks by people. A click on a block of a bio page is not a visit to the page, which was
 * counted when it was shown.
 */
export const dayVisitorsOf = (clicks: string) => `
  select subject::"ClickSubject", subject_id, (at at time zone 'utc')::date as day, clicked.variant, ${hashOf("visitor")} as hash
  from (${clicks}) as click cross join lateral (values
    ('link', link_id, ''),
    ('link', case when click.variant is not null then link_id end, click.variant),
    ('qr', qr_code_id, ''),
    ('campaign', campaign_id, ''),
    ('bio', case when bio_block is null then bio_page_id end, '')) as clicked (subject, subject_id, variant)
  where robot is null and visitor is not null and subject_id is not null`;

/**
 * Returns SQL that adds visitors (rows of `dayVisitorsOf`) to the lists of their days. A visitor who is already in the
 * list, or whose hash is too high for it, changes nothing. Rows are written in the order of the key, so that two drains
 * cannot deadlock.
 */
export const addDayVisitors = (visitors: string) => `
  insert into click_day_visitors as kept (${KEY}, visitors)
  select ${KEY}, (array_agg(distinct hash order by hash))[:${KEPT_VISITORS}] from (${visitors}) as met group by ${KEY} order by ${KEY}
  on conflict (${KEY}) do update set visitors = array(
    select distinct hash from unnest(kept.visitors || excluded.visitors) as hash order by hash limit ${KEPT_VISITORS})
  where not kept.visitors @> excluded.visitors
    and (cardinality(kept.visitors) < ${KEPT_VISITORS} or excluded.visitors[1] < kept.visitors[${KEPT_VISITORS}])`;

/** Adds the visitors of a batch of clicks to the lists of their days, without bots and untracked visitors. */
export async function storeDayVisitors(client: Client, clicks: EnrichedClick[]): Promise<void> {
  const rows = new Map<string, (string | number)[]>();
  for (const { at, visitor, robot, subjects, variant, bioBlock } of clicks) {
    if (visitor === null || robot !== null) continue;
    const day = Math.floor(at / 86_400_000);
    for (const { subject, id } of subjects) {
      if (subject === "bio" && bioBlock) continue;
      rows.set(`${subject} ${id} ${day} ${visitor}`, [subject, id, day, "NULL", visitor]);
      if (subject === "link" && variant)
        rows.set(`${subject} ${id} ${day} ${visitor} ${variant}`, [subject, id, day, variant, visitor]);
    }
  }
  if (rows.size === 0) return;
  const columns = [...rows.values()];
  await client.query(
    addDayVisitors(
      `select subject, subject_id, date '1970-01-01' + day as day, coalesce(variant, '') as variant, ${hashOf("visitor")} as hash
       from unnest($1::"ClickSubject"[], $2::int[], $3::int[], $4::text[], $5::bigint[]) as met (subject, subject_id, day, variant, visitor)`,
    ),
    [0, 1, 2, 3, 4].map((column) => arrayOf(columns.map((row) => row[column] ?? ""))),
  );
}

/**
 * A query of (subject, subject_id, day, variant, hash) for the remaining clicks on a subject on one day, with its
 * values.
 */
export interface LeftOver {
  sql: string;
  values: unknown[];
}

/**
 * Removes visitors from the lists of their days after their clicks turned out to be a bot's. A visitor with other
 * clicks on that day stays: `leftOver` reads the remaining clicks. It also refills a list that had more visitors than
 * it keeps.
 */
export async function takeDayVisitors(
  client: Client,
  clicks: EnrichedClick[],
  leftOver: (subject: ClickSubject, id: number, day: string, first: number) => Promise<LeftOver>,
): Promise<void> {
  const taken = new Map<string, { subject: ClickSubject; id: number; day: string; visitors: Set<string> }>();
  for (const { at, visitor, subjects } of clicks) {
    if (visitor === null) continue;
    const day = new Date(at).toISOString().slice(0, 10);
    for (const { subject, id } of subjects) {
      const key = `${subject} ${id} ${day}`;
      const of = taken.get(key) ?? { subject, id, day, visitors: new Set() };
      taken.set(key, { ...of, visitors: of.visitors.add(visitor) });
    }
  }
  for (const key of [...taken.keys()].sort()) {
    const { subject, id, day, visitors } = taken.get(key) as NonNullable<ReturnType<typeof taken.get>>;
    const values = [subject, id, day, arrayOf(visitors)];
    // A drain that stores clicks of this day waits for this row, and then adds its visitors.
    await client.query(`select from click_day_visitors where ${OF_DAY} for no key update`, values.slice(0, 3));
    const left = await leftOver(subject, id, day, values.length + 1);
    await client.query(
      `with remaining as materialized (select variant, hash from (${left.sql}) as visitor)
       update click_day_visitors as kept set visitors = array(
         select hash from (
           (select unnest(kept.visitors) as hash except select ${hashOf("visitor")} from unnest($4::bigint[]) as visitor)
           union select hash from remaining where remaining.variant = kept.variant) as visitor
         order by hash limit ${KEPT_VISITORS})
       where ${OF_DAY}`,
      [...values, ...left.values],
    );
  }
}

const OF_DAY = `subject = $1::"ClickSubject" and subject_id = $2 and day = $3::date`;

/** Number of packs that one statement reads. */
const PACKS = 100;

/**
 * Adds the visitors of the clicks of some days (UTC) of one month. Each statement reads an hour or 100 packs, so that
 * none takes long.
 */
export async function fillFromPostgres(client: Client, days: string[]): Promise<void> {
  const [from, to] = [days[0], `${days.at(-1)}T24:00:00Z`];
  // Rows come first: rows that are packed meanwhile are then read twice, but none is missed.
  for (const day of days)
    for (let hour = 0; hour < 24; hour++) {
      const [begin, end] = [hour, hour + 1].map((number) => `${day}T${String(number).padStart(2, "0")}:00:00Z`);
      const clicks = "select * from clicks where at >= $1 and at < $2";
      await client.query(addDayVisitors(dayVisitorsOf(clicks)), [begin, end]);
    }
  for (let after = 0; ; ) {
    const { rows } = await client.query<{ last: string | null }>(
      `select max(number) as last from (select number from click_packs
         where number > $1 and first_at < $3 and last_at >= $2 order by number limit ${PACKS}) as pack`,
      [after, from, to],
    );
    const last = Number(rows[0]?.last ?? 0);
    if (last === 0) break;
    const packs =
      "(select * from click_packs where number > $3 and number <= $4 and first_at < $2 and last_at >= $1) as pack";
    const clicks = `select * from (${packedClicksSql(packs)}) as click where at >= $1 and at < $2`;
    await client.query(addDayVisitors(dayVisitorsOf(clicks)), [from, to, after, last]);
    after = last;
  }
}

/** Fills in the number of new visitors of days whose clicks are no longer kept. */
export async function fillNewFromPostgres(client: Client, days: string[]): Promise<void> {
  await client.query(
    `insert into click_day_visitors (subject, subject_id, day, variant, visitors, new_only)
     select subject, subject_id, day, '', '{}', "unique" from click_rollups
     where not robot and "unique" > 0 and day = any($1::date[]) on conflict do nothing`,
    [days],
  );
}
