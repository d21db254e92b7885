import { SOCIAL_HOSTS, UNKNOWN } from "@/lib/clicks/classify/enrich";
import { clickColumns } from "@/lib/clicks/postgres/packs";
import { utmFields } from "@/lib/contract/utm";
import { quoted } from "./client";

// The same as lib/clicks/postgres/recount-entries.ts, in SQL that ClickHouse supports since 2018.

const KEY = "subject, id, robot, day, beyond, dimension, value";

const social = SOCIAL_HOSTS.map(([network, hosts]) => `match(referrer, ${quoted(hosts.source)}), '${network}'`);

const dimensions: Record<string, string> = {
  country: `if(country = '', '${UNKNOWN}', country)`,
  referrer: "referrer",
  browser: "browser",
  os: "os",
  device: "device",
  language: `if(language = '', '${UNKNOWN}', language)`,
  social: `multiIf(${social}, browser = 'Facebook', 'network1', browser = 'X', 'network2', browser = 'Instagram', 'network3', '')`,
  robot: "robot",
  class: "class",
  region: "region",
  city: "city",
  ...Object.fromEntries(utmFields.map((field) => [`utm_${field}`, `utm_${field}`])),
};

const pageOnly: Record<string, string> = {
  ...Object.fromEntries(Object.entries(dimensions).map(([name, value]) => [name, `if(counted, ${value}, '')`])),
  rule: "if(subject = 'link', rule, '')",
  variant: "if(subject = 'link', variant, '')",
  variant_visitors: "if(subject = 'link' and variant_first = 1, variant, '')",
  block: "if(subject = 'bio', bio_block, '')",
};

const known = `(${Object.keys(pageOnly).map((name) => `'${name}'`)})`;

const subjects = Object.entries(clickColumns).map(([subject, column]) => `('${subject}', ${column})`);

/** Empty values are not counted. A total has no value, so it is marked by 1. */
const entries = [
  "('total', '', toUInt64(0), counted)",
  "('total', '', beyond, counted and beyond > 0)",
  "('unique', '', toUInt64(0), counted and first = 1 and subject != 'campaign')",
  ...Object.entries(pageOnly).map(([name, value]) => `('${name}', ${value}, beyond, ${value} != '')`),
];

export const entriesOfClicks = (condition: string) => `
  select subject, id, machine as robot, day, entry.3 as beyond, entry.1 as dimension, entry.2 as value, toInt64(0) as kept,
    toInt64(count()) as found
  from (
    select subject, id, machine, day, arrayJoin([${entries}]) as entry from (
      select *, clicked.1 as subject, clicked.2 as id, toUInt8(robot != '') as machine,
        not (clicked.1 = 'bio' and bio_block != '') as counted
      from (select *, arrayJoin([${subjects}]) as clicked from clicks final where ${condition}) where clicked.2 > 0))
  where entry.4 group by ${KEY}`;

/**
 * Returns the entries of roll-ups as `kept`, or as `found`, for which `day` may replace the day. `visited` limits whose
 * visitors are included.
 */
export function entriesOfRollups(condition: string, kept: boolean, { day = "day", visited = "1" } = {}): string {
  const as = (sql: string) =>
    kept ? `toInt64(${sql}) as kept, toInt64(0) as found` : `toInt64(0) as kept, toInt64(${sql}) as found`;
  const which = `${condition} and subject != 'block' and dimension in ${known.replace("(", "('total',")}`;
  // A separate query, because in a condition ClickHouse would read the names given here as columns.
  const from = (table: string, more = "1") => `from (select * from ${table} where ${which} and ${more})`;
  const key = "subject, subject_id as id";
  return `
    select ${key}, robot, ${day}, toUInt64(0) as beyond, dimension, value, ${as("clicks")} ${from("click_rollups")}
    union all select ${key}, robot, ${day}, toUInt64(0) as beyond, 'unique' as dimension, value, ${as("firsts")}
    ${from("click_rollups", `dimension = 'total' and ${visited}`)}
    union all select ${key}, toUInt8(0) as robot, ${day}, beyond, dimension, value, ${as("clicks")}
    ${from("click_rollups_beyond")}`;
}

export const differing = (entries: string) => `
  select subject, id, robot, toString(day) as date, beyond, dimension, value, sum_kept as kept, sum_found as found from (
    select ${KEY}, sum(kept) as sum_kept, sum(found) as sum_found from (${entries}) group by ${KEY})
  where kept != found`;
