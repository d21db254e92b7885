import type { Client } from "pg";
import type { Counted } from "@/lib/clicks/classify/correction";
import type { ClickedSubject, EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { arrayOf } from "./copy";

/**
 * Call it in a separate statement before one that searches for visitors: the search then sees everything that has been
 * packed, and nothing is packed until the transaction ends. It turns JIT off, which Postgres would choose for these
 * index look-ups although it does not pay.
 */
export async function preventVisitorPacking(client: Client): Promise<void> {
  await client.query("select pg_advisory_xact_lock_shared($1), set_config('jit', 'off', true)", [
    advisoryLocks.clickVisitors,
  ]);
}

/**
 * Returns SQL for the only set that can contain a visitor: a lateral subquery, or one of its columns. `of` has the
 * subject, its id and the visitor.
 */
export const visitorSetSql = (columns: string, of: string) => `(select ${columns} from click_visitor_sets as packed
  where packed.subject = ${of}.subject and packed.subject_id = ${of}.subject_id and packed.first <= ${of}.visitor
  order by packed.first desc limit 1)`;

/** Marks the subjects that a visitor clicks on for the first time. Bots and untracked visitors have none. */
export async function markNewVisitors(client: Client, clicks: EnrichedClick[]): Promise<void> {
  const meetings = new Map<string, Meeting>();
  for (const { visitor, robot, subjects } of clicks) {
    if (visitor === null || robot !== null) continue;
    for (const clicked of subjects) {
      const key = `${clicked.subject},${clicked.id},${visitor}`;
      if (!meetings.has(key)) meetings.set(key, { visitor, clicked });
    }
  }
  if (meetings.size === 0) return;
  // A fixed order, so that two drains with the same visitors cannot deadlock. It is roughly that of the index, so that
  // pages are written one after another.
  const ordered = [...meetings.values()].sort(inOrder);
  await preventVisitorPacking(client);
  // One text, because each row is work for the driver.
  const { rows } = await client.query<{ keys: string | null }>(
    `with met as (
       insert into click_visitors (subject, subject_id, visitor)
       select * from unnest($1::"ClickSubject"[], $2::int[], $3::bigint[]) as meeting (subject, subject_id, visitor)
       where (visitor = any(${visitorSetSql("visitors", "meeting")}::bigint[])) is not true on conflict do nothing
       returning subject, subject_id, visitor)
     select string_agg(subject || ',' || subject_id || ',' || visitor, ' ') as keys from met`,
    [
      arrayOf(ordered.map(({ clicked }) => clicked.subject)),
      arrayOf(ordered.map(({ clicked }) => clicked.id)),
      arrayOf(ordered.map(({ visitor }) => visitor)),
    ],
  );
  for (const key of rows[0]?.keys?.split(" ") ?? []) {
    const meeting = meetings.get(key);
    if (meeting) meeting.clicked.first = true;
  }
}

interface Meeting {
  visitor: string;
  clicked: ClickedSubject;
}

function inOrder(a: Meeting, b: Meeting): number {
  const [one, other] = [a.clicked, b.clicked];
  return compare(one.subject, other.subject) || one.id - other.id || compare(a.visitor, b.visitor);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Removes the visitors whose first click on a subject is among these clicks. Only the campaign's row of the visitor
 * shows whether a click was also the first on its campaign.
 */
export async function forgetVisitors(client: Client, counted: Counted[]): Promise<void> {
  const meetings = new Map<string, ClickedSubject>();
  for (const { click } of counted) {
    if (click.visitor === null || !click.subjects[0]?.first) continue;
    for (const clicked of click.subjects) {
      const key = `${clicked.subject},${clicked.id},${click.visitor}`;
      if (!meetings.has(key)) meetings.set(key, clicked);
    }
  }
  if (meetings.size === 0) return;
  const columns = [...meetings.keys()].map((key) => key.split(","));
  await preventVisitorPacking(client);
  const { rows } = await client.query<{ key: string }>(
    FORGET,
    [0, 1, 2].map((column) => arrayOf(columns.map((values) => values[column] ?? ""))),
  );
  for (const { key } of rows) {
    const clicked = meetings.get(key);
    if (clicked) clicked.first = true;
  }
}

/** An empty set stays and keeps its range. There are few of them. */
const FORGET = `
  with gone as materialized (
    select * from unnest($1::"ClickSubject"[], $2::int[], $3::bigint[]) as gone (subject, subject_id, visitor)
  ), of_rows as (
    delete from click_visitors as known using gone
    where known.subject = gone.subject and known.subject_id = gone.subject_id and known.visitor = gone.visitor
    returning known.subject, known.subject_id, known.visitor
  ), of_sets as materialized (
    select gone.*, held.first from gone cross join lateral ${visitorSetSql("first, visitors", "gone")} as held
    where gone.visitor = any(held.visitors)
  ), shorter as (
    update click_visitor_sets as held
    set visitors = array(select visitor from unnest(held.visitors) as visitor where visitor <> all(left_out.visitors) order by 1)
    from (select subject, subject_id, first, array_agg(visitor) as visitors from of_sets group by 1, 2, 3) as left_out
    where held.subject = left_out.subject and held.subject_id = left_out.subject_id and held.first = left_out.first
  )
  select subject || ',' || subject_id || ',' || visitor as key from (
    select * from of_rows union all select subject, subject_id, visitor from of_sets) as forgotten`;
