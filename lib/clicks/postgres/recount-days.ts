import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { OTHER, SOCIAL_HOSTS, UNKNOWN } from "@/lib/clicks/classify/enrich";
import { ALL_TIME } from "@/lib/clicks/store/period";
import { type Found, MOST, type Month } from "@/lib/clicks/store/recount";
import { storedFromSql } from "@/lib/clicks/store/stored-from";
import { utmFields } from "@/lib/contract/utm";
import { clickColumns, clicksWithin } from "./packs";
import { monthsOfClicks } from "./partitions";

/** The owners of all subjects. */
export const OWNERS = `select 'link' as subject, id, user_id from links union all select 'link', link_id, user_id from deleted_links
  union all select 'qr', id, user_id from qr_codes union all select 'campaign', id, user_id from campaigns
  union all select 'bio', id, user_id from bio_pages`;

/** The first day whose clicks are kept for an account; null if all of its clicks are kept. */
export const WHOLE_FROM = `select user_id, greatest(kept_from, gone_to) as whole_from
  from (${storedFromSql()}) as plan left join click_expiries using (user_id)`;

/**
 * Returns entries whose sums differ. In a row that was cut (see `MOST_VALUES`), smaller values were added to `OTHER`.
 * So all differences in a dimension that has `OTHER` become one entry.
 */
export const differing = (entries: string) => `
  select ${KEY}, sum(kept) as kept, sum(found) as found from (
    select ${KEY.replace("value", `case when bool_or(value = '${OTHER}') over same then '${OTHER}' else value end as value`)},
      kept, found
    from (
      select ${KEY}, sum(kept) as kept, sum(found) as found from (${entries}) as entry (${KEY}, kept, found)
      group by ${KEY} having sum(kept) <> sum(found)) as wrong
    window same as (partition by subject, id, robot, day, beyond, dimension)) as wrong
  group by ${KEY} having sum(kept) <> sum(found)`;

export const DIFFERENCE = `subject, id, to_char(day, 'YYYY-MM-DD') as day, robot, beyond::float8, dimension, value,
  kept::float8, found::float8`;

/** Returns the months between two days whose clicks have not all been erased. */
export async function monthsBetween(client: Client, first: string | null, last: string | null): Promise<Month[]> {
  const { rows } = await client.query<Month>(
    `select to_char(month, 'YYYY-MM-DD') as start, to_char(month + interval '1 month', 'YYYY-MM-DD') as end
     from generate_series(date_trunc('month', $1::timestamp), date_trunc('month', $2::timestamp), interval '1 month') as month
       cross join (select case when bool_and(whole_from is not null) then min(whole_from) end as whole_from
         from (${WHOLE_FROM}) as plan) as plan
     where whole_from is null or month + interval '1 month' > whole_from order by month`,
    [first, last],
  );
  return rows;
}

export async function monthsInPostgres(client: Client): Promise<Month[]> {
  const months = await monthsOfClicks(client);
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `select least(min(day), $1::date)::text as first, greatest(max(day), $2::date)::text as last
     from click_rollups where day > '${ALL_TIME}'`,
    [months[0]?.start, months.at(-1)?.start],
  );
  return monthsBetween(client, rows[0]?.first ?? null, rows[0]?.last ?? null);
}

/** Returns the number of clicks in a month, and where its roll-ups differ from its clicks. */
export async function recountDays(client: Client, { start, end }: Month) {
  const clicks = clicksWithin({ from: `'${start}T00:00Z'`, to: `'${end}T00:00Z'` });
  const days = `day >= '${start}' and day < '${end}'`;
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from (${clicks}) as click`);
  const suspects = await suspectsAmong(client, clicks, days);
  const found = suspects.length > 0 ? await nameDays(client, clicks, days, suspects) : [];
  return { clicks: rows[0]?.count ?? 0, found: found.map((one): Found => ({ ...one, of: "day" })) };
}

interface Suspects {
  subject: ClickSubject;
  ids: number[];
}

/** The (subject, id, day) that can be judged: see docs/verify.md. */
const JUDGED = `join (${OWNERS}) as owner using (subject, id) join whole using (user_id)
  left join click_gaps as gap on gap.subject::text = wrong.subject and gap.subject_id = wrong.id
  where day >= coalesce(greatest(whole_from, gap.gone_to), '-infinity')`;

/** Returns the subjects with days that differ. It compares sums, which are quick to calculate. */
async function suspectsAmong(client: Client, clicks: string, days: string): Promise<Suspects[]> {
  const { rows } = await client.query<Suspects>(
    `with whole as materialized (${WHOLE_FROM}), words as materialized (${WORDS}), wrong as (
       select subject, id, day from (
         ${sumsOfRollups(days)}
         union all select subject, id, machine, day, beyond, -clicks, -visitors, -"values" from (${sumsOfClicks(clicks)}) as click
         union all select 'campaign', campaign_id, robot, day, 0, -clicks, 0, 0 from erased_clicks where ${days})
         as sum (subject, id, robot, day, beyond, clicks, visitors, "values")
       group by subject, id, robot, day, beyond having sum(clicks) <> 0 or sum(visitors) <> 0 or sum("values") <> 0)
     select wrong.subject, array_agg(distinct wrong.id) as ids from wrong ${JUDGED} group by wrong.subject`,
  );
  return rows;
}

/** Returns the differences of the suspects, by each value of each day. */
async function nameDays(client: Client, clicks: string, days: string, suspects: Suspects[]): Promise<Found[]> {
  const ofClicks = suspects.map(({ subject, ids }) => `${clickColumns[subject]} = any('{${ids}}')`).join(" or ");
  const among = (subject: string, id: string) =>
    `(${suspects.map((of) => `(${subject} = '${of.subject}' and ${id} = any('{${of.ids}}'))`).join(" or ")})`;
  const { rows: found } = await client.query<Found>(
    `with whole as materialized (${WHOLE_FROM}), wrong as (${differing(`
       ${entriesOfRollups(`${days} and ${among("subject", "subject_id")}`, "kept", "subject <> 'campaign'")}
       union all select * from (${entriesOfClicks(`select * from (${clicks}) as click where ${ofClicks}`)}) as clicked where ${among("subject", "id")}
       union all select 'campaign', campaign_id, robot, day, 0, 'total', '', 0, clicks from erased_clicks
         where ${days} and ${among("'campaign'", "campaign_id")}`)}),
     judged as (
       select wrong.* from wrong ${JUDGED} and not (wrong.subject = 'campaign' and (dimension <> 'total' or beyond > 0) and exists (
         select from erased_clicks as erased
         where campaign_id = wrong.id and erased.day = wrong.day and erased.robot = wrong.robot)))
     select ${DIFFERENCE}, (count(*) over ())::float8 as many from judged order by ${KEY} limit ${MOST}`,
  );
  return found;
}

/** A query of (user_id, clicks) with its values: how often people clicked on an account's subjects in a month. */
interface Usage {
  sql: string;
  values?: unknown[];
}

export const usageInPostgres = ({ start, end }: Month): Usage => ({
  sql: `select user_id, sum(clicks) as clicks from (
      select coalesce('link' || link_id, 'qr' || qr_code_id, 'campaign' || campaign_id, 'bio' || bio_page_id) as first,
        count(*) as clicks
      from (${clicksWithin({
        from: `'${start}T00:00Z'`,
        to: `'${end}T00:00Z'`,
        where: "robot is null and (bio_block is null or coalesce(link_id, qr_code_id, campaign_id) is not null)",
        columns: ["at", "link_id", "qr_code_id", "campaign_id", "bio_page_id", "robot", "bio_block"],
      })}) as click
      group by 1) as clicked
    join (select subject || id as first, user_id from (${OWNERS}) as owner) as owner using (first)
    group by user_id`,
});

/**
 * Returns where the usage of accounts in a month differs from the clicks by people on what they own. Months with clicks
 * that are gone or were another account's are left out.
 */
export async function recountUsage(client: Client, { start }: Month, usage: Usage): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `with whole as materialized (${WHOLE_FROM}), found as (${usage.sql})
     select 'user' as subject, user_id as id, '${start}' as day, 'total' as dimension, '' as value,
       coalesce(usage.clicks, 0)::float8 as kept, coalesce(found.clicks, 0)::float8 as found, (count(*) over ())::float8 as many
     from (select * from click_usage where month = '${start}') as usage full join found using (user_id)
       join whole using (user_id)
     where coalesce(usage.clicks, 0) <> coalesce(found.clicks, 0) and '${start}' >= coalesce(whole_from, '-infinity')
       and '${start}' > now() - interval '12 months' and not exists (
         select from click_usage as later where later.user_id = whole.user_id and not exact and later.month >= '${start}')
     order by user_id limit ${MOST}`,
    usage.values,
  );
  return rows.map((one): Found => ({ ...one, of: "usage" }));
}

// What a recount compares: entries (subject, id, robot, day, beyond, dimension, value, kept, found). Each number that
// the drain has written is an entry with `kept`; its sources are entries with `found`.

export const KEY = "subject, id, robot, day, beyond, dimension, value";

const socialHosts = SOCIAL_HOSTS.map(([network, hosts]) => `when referrer ~ '${hosts.source}' then '${network}'`);

/** The values that a click is counted by, as in `Rollup`, as SQL for a row of `clicks`. Null is not counted. */
const dimensions: Record<string, string> = {
  country: `coalesce(country::text, '${UNKNOWN}')`,
  referrer: "referrer",
  browser: "browser",
  os: "os",
  device: "device",
  language: `coalesce(language, '${UNKNOWN}')`,
  social: `case ${socialHosts.join(" ")} when browser = 'Facebook' then 'network1' when browser = 'X' then 'network2'
    when browser = 'Instagram' then 'network3' end`,
  robot: "robot",
  class: "class::text",
  region: "region",
  city: "city",
  ...Object.fromEntries(utmFields.map((field) => [`utm_${field}`, `nullif(utm_${field}, '')`])),
};

/** A click on a block of a bio page only counts for its block: the page was counted when it was shown. */
const pageOnly: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(dimensions).map(([name, value]) => [name, `case when counted then ${value} end`]),
  ),
  rule: "case when subject = 'link' then rule end",
  variant: "case when subject = 'link' then variant end",
  variant_visitors: "case when subject = 'link' and variant_unique then variant end",
  block: "case when subject = 'bio' then bio_block end",
};

/** Other dimensions of the roll-ups are not compared. */
const known = `(${Object.keys(pageOnly).map((name) => `'${name}'`)})`;

/**
 * Returns the entries of rows of `clicks`. A click only says whether it is its visitor's first on its link, so first
 * clicks on campaigns are not included.
 */
export const entriesOfClicks = (clicks: string) => `
  select subject, subject_id as id, machine as robot, day, entry.beyond, dimension, value, 0::bigint as kept, count(*) as found
  from (
    select click.*, subject, subject_id, robot is not null as machine, (at at time zone 'utc')::date as day,
      coalesce(beyond, 0) as past, not (subject = 'bio' and bio_block is not null) as counted
    from (${clicks}) as click cross join lateral (values ('link', link_id), ('qr', qr_code_id),
      ('campaign', campaign_id), ('bio', bio_page_id)) as clicked (subject, subject_id)
    where subject_id is not null) as click
  cross join lateral (values
    (0, 'total', case when counted then '' end),
    (past, 'total', case when counted and past > 0 then '' end),
    (0, 'unique', case when counted and "unique" and subject <> 'campaign' then '' end),
    ${Object.entries(pageOnly).map(([name, value]) => `(past, '${name}', ${value})`)}) as entry (beyond, dimension, value)
  where value is not null
  group by 1, 2, 3, 4, 5, 6, 7`;

/** Returns a number for a value, whose sums are compared. Different values match by chance once in billions. */
const numberOf = (dimension: string, value: string) => `hashtext('${dimension} ' || ${value})::bigint`;

/**
 * Returns (subject, id, robot, day, beyond, clicks, visitors, values): `entriesOfClicks` reduced to three sums. This is
 * far faster because clicks are not split by dimension.
 */
const sumsOfClicks = (clicks: string) => {
  const values = Object.entries(dimensions).map(([name, value]) => `coalesce(${numberOf(name, value)}, 0)`);
  const own = `coalesce(case when subject = 'link' then ${numberOf("rule", "rule")} end, 0)
    + coalesce(case when subject = 'bio' then ${numberOf("block", "bio_block")} end, 0)`;
  return `
  select subject, id, machine, day, sum.beyond, sum.clicks, sum.visitors, sum."values" from (
    select subject, subject_id as id, robot is not null as machine, (at at time zone 'utc')::date as day,
      coalesce(beyond, 0) as past, count(*) filter (where counted) as all_clicks,
      count(*) filter (where counted and "unique" and subject <> 'campaign') as visitors,
      sum(case when counted then shared else 0 end + ${own}) as "values"
    from (
      select click.*, subject, subject_id, not (subject = 'bio' and bio_block is not null) as counted
      from (select *, ${values.join(" + ")} as shared from (${clicks}) as click) as click
      cross join lateral (values ('link', link_id), ('qr', qr_code_id), ('campaign', campaign_id), ('bio', bio_page_id))
        as clicked (subject, subject_id)
      where subject_id is not null) as click
    group by 1, 2, 3, 4, 5) as summed
  cross join lateral (values (true, 0::bigint, all_clicks, summed.visitors, case when past = 0 then summed."values" else 0 end),
    (false, past, all_clicks, 0, summed."values")) as sum (of_all, beyond, clicks, visitors, "values")
  where of_all or past > 0`;
};

/** Returns the same for the roll-ups that match a condition, with the values' numbers in `click_values`. */
const sumsOfRollups = (condition: string) => {
  const values = `(select coalesce(sum(entry.count * coalesce((select numbers from words)[entry.id], -1)), 0)
    from unnest("values", counts) as entry (id, count))`;
  return `
  select subject::text, subject_id, robot, day, 0::bigint, clicks, case when subject = 'campaign' then 0 else "unique" end, ${values}
  from click_rollups where ${condition}
  union all select subject::text, subject_id, false, day, beyond, clicks, 0, ${values} from click_rollups_beyond where ${condition}`;
};

/**
 * The numbers of values as an array, indexed by id; 0 for dimensions that are not compared. Millions of rows look up a
 * few values each, and a join would go through all values for each row.
 */
const WORDS = `select array_agg(coalesce(number, -1) order by id) as numbers
  from generate_series(1, (select max(id) from click_values)) as id left join (
    select id, case when dimension::text in ${known} then hashtext(dimension::text || ' ' || value)::bigint else 0 end as number
    from click_values) as word using (id)`;

/** Returns the entries of the roll-ups that match `condition`, as `kept` or `found`. */
export const entriesOfRollups = (condition: string, as: "kept" | "found", visitors = "true") => {
  const number = (sql: string) => (as === "kept" ? `${sql}, 0::numeric` : `0::bigint, ${sql}::numeric`);
  const days = `select subject::text, subject_id, robot, day, 0::bigint as beyond, clicks, "unique", "values", counts
    from click_rollups where ${condition}`;
  const past = `select subject::text, subject_id, false, day, beyond, clicks, 0, "values", counts
    from click_rollups_beyond where ${condition}`;
  const row = "subject, subject_id, robot, day, beyond";
  return `
    select ${row}, 'total', '', ${number("clicks")} from (${days} union all ${past}) as rollup where clicks <> 0
    union all select ${row}, 'unique', '', ${number('"unique"')} from (${days}) as rollup where "unique" <> 0 and ${visitors}
    union all select ${row}, coalesce(dimension::text, 'value'), coalesce(word.value, entry.id::text), ${number("entry.count")}
    from (${days} union all ${past}) as rollup cross join lateral unnest("values", counts) as entry (id, count)
    left join click_values as word on word.id = entry.id
    where entry.count <> 0 and (dimension is null or dimension::text in ${known})`;
};
