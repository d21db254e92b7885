import type pg from "pg";
import { VisitorPacking } from "@/lib/clicks/postgres/pack-visitors";

/** These first links have the same number of clicks regardless of the total. */
export const STEADY_LINKS = 20;
const STEADY_CLICKS = 10_000;
/** The links with clicks, including those. The others share the rest by Zipf's law. */
export const CLICKED_LINKS = 5_000;

/** Visitors are of 40 kinds, by their country, browser and so on; a visitor's number decides the kind. */
const KINDS = `create temp table kinds as select k, chr(65 + k % 12) || 'R' as country, 'site-' || k || '.example' as referrer,
    'Browser ' || k % 6 as browser, 'System ' || k % 5 as os, 'Device ' || k % 3 as device, 'l' || k % 9 as language
  from generate_series(0, 39) as k`;

/** Spreads clicks evenly over the time. Every third click is the visitor's first on its link. */
export async function insertClicks(client: pg.Client, start: number, end: number, clicks: number): Promise<void> {
  await client.query(KINDS);
  const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'click_visitors_pkey'");
  await client.query("alter table click_visitors drop constraint click_visitors_pkey");
  for (let from = start, before = 0; from < end; ) {
    const to = Math.min(end, nextMonth(from));
    const until = Math.round((clicks * (to - start)) / (end - start));
    await insertMonth(client, [from, to], [before, until], clicks);
    from = to;
    before = until;
  }
  await client.query(`${rows[0].indexdef};
    alter table click_visitors add constraint click_visitors_pkey primary key using index click_visitors_pkey`);
  // Otherwise the server's drain would do it during a measurement.
  const packing = new VisitorPacking(client);
  while (await packing.step());
}

function nextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

type Span = [from: number, to: number];

async function insertMonth(client: pg.Client, [from, to]: Span, [before, until]: Span, all: number): Promise<void> {
  const everyWhich = Math.max(1, Math.floor(all / STEADY_CLICKS));
  const month = new Date(from).toISOString().slice(0, 7);
  const partition = `clicks_${month.replace("-", "_")}`;
  await client.query(`create table ${partition} (like clicks including defaults including constraints)`);
  await client.query(
    `insert into ${partition} (at, link_id, visitor, "unique", country, language, referrer, browser, os, device,
       ruleset, devices, network, agent, seal)
     select to_timestamp($1::float8 + (n - $4::int) * $2::float8),
       case when n % $6::int = 0 then 1 + n / $6 % ${STEADY_LINKS} else ${STEADY_LINKS} + floor($3::int ^ random()) end,
       k + 40 * case when n % 3 = 0 then n else floor(1e9 * (1 + random())) end, n % 3 = 0,
       country, language, referrer, browser, os, device, 1, 1 + k, n, n, int8send((1e18 * random())::bigint)
     from generate_series($4 + 1, $5::int) as n join kinds
       on k = case when n % $6 = 0 then n / $6 / ${STEADY_LINKS} else n end % 40`,
    [from / 1_000, (to - from) / 1_000 / (until - before + 1), CLICKED_LINKS - STEADY_LINKS, before, until, everyWhich],
  );
  await client.query(`insert into click_visitors select 'link', link_id, visitor from ${partition} where "unique"`);
  await client.query(`alter table clicks attach partition ${partition}
    for values from ('${month}-01') to ('${new Date(nextMonth(from)).toISOString()}')`);
}

const DIMENSIONS = ["country", "referrer", "browser", "os", "device", "language"];
const WORDS = DIMENSIONS.map(
  (name) => `select k, '${name}'::"ClickDimension" as dimension, ${name} as value from kinds`,
);

/** Counts the clicks of `insertClicks`, like the drain. */
export async function rollUp(client: pg.Client): Promise<void> {
  await client.query(ROLL_UP);
}

const ROLL_UP = `
  create temp table words as ${WORDS.join(" union all ")};
  insert into click_values (dimension, value) select distinct dimension, value from words on conflict do nothing;
  create temp table counted as
    select link_id, (at at time zone 'utc')::date as day, (visitor % 40)::int as k, count(*)::int as clicks,
      count(*) filter (where "unique")::int as firsts
    from clicks group by 1, 2, 3;
  create temp table of_kinds as select k, id from words join click_values using (dimension, value);
  create temp table of_days as
    select link_id, days.day, sum(clicks)::int as clicks, sum(firsts)::int as firsts
    from counted cross join lateral (values (counted.day), (date '1970-01-01')) as days (day) group by 1, 2;
  analyze counted; analyze of_kinds; analyze of_days;
  insert into click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
    select 'link', link_id, false, day, clicks, firsts, ids, counts
    from of_days join (
      select link_id, day, array_agg(id) as ids, array_agg(count) as counts from (
        select link_id, days.day, id, sum(clicks)::int as count
        from counted join of_kinds using (k) cross join lateral (values (counted.day), (date '1970-01-01')) as days (day)
        group by 1, 2, 3) as entries
      group by 1, 2) as valued using (link_id, day);
  update link_counts set clicks = of_days.clicks, unique_clicks = firsts from of_days
    where link_counts.link_id = of_days.link_id and day = '1970-01-01'`;
