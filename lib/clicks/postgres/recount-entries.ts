import { SOCIAL_HOSTS, UNKNOWN } from "@/lib/clicks/classify/enrich";
import { utmFields } from "@/lib/contract/utm";

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
export const sumsOfClicks = (clicks: string) => {
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
export const sumsOfRollups = (condition: string) => {
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
export const WORDS = `select array_agg(coalesce(number, -1) order by id) as numbers
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
