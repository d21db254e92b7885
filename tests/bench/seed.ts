import pg from "pg";

/** The first links, which have the same clicks however many there are on others. */
export const STEADY_LINKS = 20;
const STEADY_CLICKS = 10_000;
/** These and the links that have all other clicks, by Zipf's law, the first of them the most. */
export const CLICKED_LINKS = 5_000;
const DAYS = 90;

/** Fills a new database in plain SQL: links of the administrator, clicks, and the roll-ups that belong to them. */
export async function seed(databaseUrl: string, links: number, clicks: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '256MB'; set work_mem = '128MB'; set synchronous_commit = off");
    await insertLinks(client, links);
    await client.query(KINDS);
    const end = Date.now();
    const start = end - DAYS * 86_400_000;
    for (let from = start; from < end; ) {
      const to = Math.min(end, nextMonth(from));
      await insertClicks(client, from, to, clicks, (to - from) / (end - start));
      from = to;
    }
    await client.query(ROLL_UP);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Their indexes are built afterwards, which takes a fraction of the time. */
async function insertLinks(client: pg.Client, links: number): Promise<void> {
  const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'link_texts_text_idx'");
  await client.query("drop index link_texts_text_idx; set session_replication_role = replica");
  await client.query(
    `insert into links (user_id, domain_id, alias, alias_folded, destination, title)
     select users.id, domains.id, 'go-' || n, 'go-' || n, 'https://example.com/shop/item' || n,
       (array['Spring', 'Summer', 'Autumn', 'Winter'])[1 + n % 4] || case when n % 100 = 7 then ' fair' else '' end
     from generate_series(1, $1::int) as n, users, domains where domains.user_id is null`,
    [links],
  );
  await client.query("set session_replication_role = default");
  await client.query(`insert into link_texts select id, user_id, id >> 12, link_text(links, null, null) from links;
    insert into link_counts select id, user_id, archived, clicks, unique_clicks from links;
    insert into link_blocks select user_id, id >> 12, count(*) from links group by 1, 2`);
  await client.query(rows[0].indexdef);
}

function nextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Visitors are of 40 kinds, by what is known of them; a visitor's number says which. */
const KINDS = `create temp table kinds as select k, chr(65 + k % 12) || 'R' as country, 'site-' || k || '.example' as referrer,
    'Browser ' || k % 6 as browser, 'System ' || k % 5 as os, 'Device ' || k % 3 as device, 'l' || k % 9 as language
  from generate_series(0, 39) as k`;

async function insertClicks(client: pg.Client, from: number, to: number, all: number, share: number): Promise<void> {
  const clicks = Math.round(all * share);
  const everyWhich = Math.max(1, Math.floor(all / STEADY_CLICKS));
  const month = new Date(from).toISOString().slice(0, 7);
  const partition = `clicks_${month.replace("-", "_")}`;
  await client.query(`create table ${partition} (like clicks including defaults including constraints)`);
  await client.query(
    `insert into ${partition} (at, link_id, visitor, "unique", country, language, referrer, browser, os, device)
     select to_timestamp($1::float8 + n * $2::float8),
       case when n % $5::int = 0 then 1 + n / $5 % ${STEADY_LINKS} else ${STEADY_LINKS} + floor($3::int ^ random()) end,
       k + 40 * floor(random() * 1e9), n % 3 = 0, country, language, referrer, browser, os, device
     from generate_series(1, $4::int) as n join kinds
       on k = case when n % $5 = 0 then n / $5 / ${STEADY_LINKS} else n end % 40`,
    [from / 1_000, (to - from) / 1_000 / (clicks + 1), CLICKED_LINKS - STEADY_LINKS, clicks, everyWhich],
  );
  await client.query(`alter table clicks attach partition ${partition}
    for values from ('${month}-01') to ('${new Date(nextMonth(from)).toISOString()}')`);
}

const DIMENSIONS = ["country", "referrer", "browser", "os", "device", "language"];
const WORDS = DIMENSIONS.map(
  (name) => `select k, '${name}'::"ClickDimension" as dimension, ${name} as value from kinds`,
);

const ROLL_UP = `
  create temp table words as ${WORDS.join(" union all ")};
  insert into click_values (dimension, value) select distinct dimension, value from words on conflict do nothing;
  create temp table counted as
    select link_id, (at at time zone 'utc')::date as day, (visitor % 40)::int as k, count(*)::int as clicks
    from clicks group by 1, 2, 3;
  create temp table of_kinds as select k, id from words join click_values using (dimension, value);
  analyze counted; analyze of_kinds;
  insert into click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
    select 'link', link_id, false, day, sum(count) / ${DIMENSIONS.length}, sum(count) / ${DIMENSIONS.length * 3},
      array_agg(id), array_agg(count)
    from (
      select link_id, days.day, id, sum(clicks)::int as count
      from counted join of_kinds using (k) cross join lateral (values (counted.day), (date '1970-01-01')) as days (day)
      group by 1, 2, 3) as entries
    group by link_id, day;
  update link_counts set clicks = total from (select link_id, sum(clicks) as total from counted group by 1) as clicked
    where link_counts.link_id = clicked.link_id`;
