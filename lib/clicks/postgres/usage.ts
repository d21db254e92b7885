import type { Client } from "pg";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { arrayOf } from "./copy";
import type { Owners } from "./existing";
import { monthOf } from "./partitions";

/** The clicks by people on what an account owns in a month. */
interface Month {
  userId: number;
  /** its first day */
  month: string;
  /**
   * in the order in which they were recorded; clicks on blocks of a bio page do not count, because the visit to the
   * page has counted
   */
  clicks: EnrichedClick[];
  counted: number;
}

/**
 * Numbers the clicks within their account's month, and stores on each the largest plan limit that it is beyond. The
 * limit of the account itself is applied when statistics are read, so that another plan shows more or less at once, and
 * exactly. Bots are not counted.
 *
 * An account's number is only locked until it is beyond every limit. The other months are returned, to be counted at
 * the end of the transaction, so that drains that store clicks of one account do not wait for each other.
 */
export async function numberClicks(client: Client, clicks: EnrichedClick[], owners: Owners): Promise<Month[]> {
  const months = monthsOf(clicks, owners);
  if (months.length === 0) return [];
  const limits = await limitsOfPlans(client);
  const largest = limits.at(-1) ?? 0;
  const before = await usageOf(client, months);
  const later = months.filter((month) => (before.get(keyOf(month)) ?? 0) >= largest);
  for (const { clicks } of later) for (const click of clicks) click.beyond = largest;
  const now = months.filter((month) => !later.includes(month));
  const after = await countUsage(client, now);
  for (const month of now) {
    const key = keyOf(month);
    let number = after.has(key) ? (after.get(key) ?? 0) - month.counted : (before.get(key) ?? 0);
    for (const click of month.clicks) {
      click.beyond = limits.findLast((limit) => limit <= number) ?? 0;
      if (isCounted(click)) number += 1;
    }
  }
  return later;
}

/** Adds to the usage of accounts in these months, and returns the new numbers. */
export async function countUsage(client: Client, months: Month[]): Promise<Map<string, number>> {
  if (months.length === 0) return new Map();
  // A fixed order, so that two drains cannot deadlock.
  const ordered = months.filter(({ counted }) => counted > 0).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { rows } = await client.query<Counted>(
    `insert into click_usage as kept (month, user_id, clicks) select * from unnest($1::date[], $2::int[], $3::bigint[])
     on conflict (month, user_id) do update set clicks = kept.clicks + excluded.clicks
     returning ${COUNTED}`,
    [...columnsOf(ordered), arrayOf(ordered.map(({ counted }) => counted))],
  );
  return byKey(rows);
}

/** Takes back the usage of clicks that turned out to be a bot's. */
export async function uncountUsage(client: Client, clicks: EnrichedClick[], owners: Owners): Promise<void> {
  const months = monthsOf(clicks, owners);
  if (months.length === 0) return;
  await client.query(
    `update click_usage as kept set clicks = greatest(0, kept.clicks - gone.clicks)
     from unnest($1::date[], $2::int[], $3::bigint[]) as gone (month, user_id, clicks)
     where kept.month = gone.month and kept.user_id = gone.user_id`,
    [...columnsOf(months), arrayOf(months.map(({ counted }) => counted))],
  );
}

interface Counted {
  userId: number;
  month: string;
  clicks: number;
}

const COUNTED = `user_id as "userId", to_char(month, 'YYYY-MM-DD') as month, clicks::float8`;

async function usageOf(client: Client, months: Month[]): Promise<Map<string, number>> {
  const { rows } = await client.query<Counted>(
    `select ${COUNTED} from click_usage join unnest($1::date[], $2::int[]) as requested (month, user_id) using (month, user_id)`,
    columnsOf(months),
  );
  return byKey(rows);
}

const columnsOf = (months: Month[]) => [
  arrayOf(months.map(({ month }) => month)),
  arrayOf(months.map(({ userId }) => userId)),
];

const byKey = (rows: Counted[]) => new Map(rows.map((row) => [keyOf(row), row.clicks]));

const keyOf = ({ month, userId }: Pick<Counted, "month" | "userId">) => `${month} ${userId}`;

/** Returns the limits of all plans, smallest first: an account may have any plan by the time statistics are read. */
async function limitsOfPlans(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ limit: number }>(
    `select distinct (limits->>'clicks')::float8 as limit from plans where limits->>'clicks' is not null order by 1`,
  );
  return rows.map(({ limit }) => limit);
}

const isCounted = ({ subjects, bioBlock }: EnrichedClick) => subjects[0]?.subject !== "bio" || !bioBlock;

function monthsOf(clicks: EnrichedClick[], owners: Owners): Month[] {
  const months = new Map<string, Month>();
  for (const click of clicks) {
    const [first] = click.subjects;
    if (!first || click.robot !== null) continue;
    const userId = owners[first.subject].get(first.id);
    if (userId === undefined) continue;
    const month = `${monthOf(click.at)}-01`;
    const key = keyOf({ month, userId });
    const found = months.get(key) ?? { userId, month, clicks: [], counted: 0 };
    months.set(key, found);
    found.clicks.push(click);
    if (isCounted(click)) found.counted += 1;
  }
  return [...months.values()];
}
