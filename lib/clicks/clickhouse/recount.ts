import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { SOCIAL_HOSTS, UNKNOWN } from "@/lib/clicks/classify/enrich";
import { clickColumns } from "@/lib/clicks/postgres/packs";
import { monthsBetween, OWNERS, recountUsage, WHOLE_FROM } from "@/lib/clicks/postgres/recount-days";
import { recountCounters } from "@/lib/clicks/postgres/recount-totals";
import { ALL_TIME } from "@/lib/clicks/store/period";
import { type Found, IDS, MOST, type Month, type Recount } from "@/lib/clicks/store/recount";
import { utmFields } from "@/lib/contract/utm";
import { quoted, selectRows, slowRows } from "./client";

/** Number of rows whose owners one query looks up. */
const AT_ONCE = 10_000;
/**
 * Wait (ms) before a second look: a block is counted in Postgres before ClickHouse has it, and its clicks may arrive
 * before its roll-ups.
 */
const SETTLE_MS = 3_000;

type Row = Record<"subject" | "dimension" | "value" | "date", string> &
  Record<"id" | "robot" | "beyond" | "kept" | "found", string | number>;

/**
 * ClickHouse has no snapshots, so a number counts as wrong if two looks find the same difference. ClickHouse erases in
 * the background without reporting what. The clicks of a campaign's links may therefore be gone, so campaigns are only
 * checked for values that were never counted.
 */
export function clickhouseRecount(client: Client): Recount {
  return {
    months: async () => {
      const [range] = await selectRows<{ first: string; last: string }>(
        `select toString(min(day)) as first, toString(max(day)) as last from (
           select day from click_rollups where day > toDate(1) and subject != 'block' union all select day from clicks)`,
      );
      return monthsBetween(client, dayOf(range?.first), dayOf(range?.last));
    },
    days: (month) =>
      twice(
        () => days(client, month),
        ({ found }) => [found],
        (first, [found = []]) => ({ ...first, found }),
      ),
    usage: (month) =>
      twice(
        async () => recountUsage(client, month, await usageOf(client, month)),
        (found) => [found],
        (_, [found = []]) => found,
      ),
    totals: (subject, from) =>
      twice(
        async () => [
          await totals(client, subject, from),
          ...(await recountCounters(client, subject, from, await allTime(subject, from))),
        ],
        (lists) => lists,
        (_, lists) => lists,
      ),
  };
}

/** Looks a second time if anything differs, and keeps what still differs by the same amount. */
async function twice<T>(
  look: () => Promise<T>,
  of: (seen: T) => Found[][],
  as: (seen: T, found: Found[][]) => T,
): Promise<T> {
  const first = await look();
  if (of(first).every((found) => found.length === 0)) return first;
  await sleep(SETTLE_MS);
  const again = of(await look());
  const lists = of(first).map((found, list) => {
    const present = new Set(again[list]?.map(keyOf));
    return found.filter((one) => present.has(keyOf(one)));
  });
  return as(first, lists);
}

const keyOf = ({ kept, found, many, ...named }: Found) => JSON.stringify([named, kept - found]);

/** Without rows, old versions return day 0. */
const dayOf = (day = "") => (day === "" || day <= ALL_TIME ? null : day);

async function days(client: Client, { start, end }: Month): Promise<{ clicks: number; found: Found[] }> {
  const within = `day >= ${quoted(start)} and day < ${quoted(end)}`;
  const [counted] = await selectRows<{ clicks: string }>(`select count() as clicks from clicks final where ${within}`);
  const found: Found[] = [];
  let many = 0;
  const entries = `${entriesOfRollups(within, true, { visited: "subject != 'campaign'" })} union all ${entriesOfClicks(within)}`;
  const wrong = `${differing(entries)} and (subject != 'campaign' or kept < found)`;
  for await (const rows of slowRows<Row>(wrong, AT_ONCE)) {
    const judged = new Set(await judgedOf(client, rows));
    for (const [place, row] of rows.entries()) {
      if (!judged.has(place)) continue;
      many += 1;
      if (found.length < MOST) found.push({ ...foundOf(row), of: "day", many: 0 });
    }
  }
  return { clicks: Number(counted?.clicks ?? 0), found: found.map((one) => ({ ...one, many })) };
}

const foundOf = ({ subject, id, date, robot, beyond, dimension, value, kept, found }: Row) => ({
  subject: subject as ClickSubject,
  id: Number(id),
  day: dayOf(date) ?? ALL_TIME,
  robot: Number(robot) === 1,
  beyond: Number(beyond),
  dimension,
  value,
  kept: Number(kept),
  found: Number(found),
});

/** Returns the indexes of rows whose subject exists, on a day whose clicks are all kept. */
async function judgedOf(client: Client, rows: Row[]): Promise<number[]> {
  const { rows: judged } = await client.query<{ place: number }>(
    `select (place - 1)::int as place from unnest($1::text[], $2::int[], $3::date[]) with ordinality as row (subject, id, day, place)
     join (${OWNERS}) as owner using (subject, id) join (${WHOLE_FROM}) as whole using (user_id)
     left join click_gaps as gap on gap.subject::text = row.subject and gap.subject_id = row.id
     where day >= coalesce(greatest(whole_from, gap.gone_to), '-infinity')`,
    [rows.map(({ subject }) => subject), rows.map(({ id }) => id), rows.map(({ date }) => date)],
  );
  return judged.map(({ place }) => place);
}

async function totals(client: Client, subject: ClickSubject, from: number): Promise<Found[]> {
  const of = `subject = ${quoted(subject)} and subject_id between ${from} and ${from + IDS - 1}`;
  const day = "toDate(0) as day";
  const entries = `${entriesOfRollups(`${of} and day = toDate(0)`, true)} union all
    ${entriesOfRollups(`${of} and day > toDate(0)`, false, { day })}`;
  const found: Found[] = [];
  let many = 0;
  for await (const rows of slowRows<Row>(differing(entries), AT_ONCE)) {
    const { rows: present } = await client.query<{ id: number }>(
      `select id from (${OWNERS}) as owner where subject = $1 and id = any($2)`,
      [subject, [...new Set(rows.map(({ id }) => id))]],
    );
    const ids = new Set(present.map(({ id }) => id));
    for (const row of rows) {
      if (!ids.has(Number(row.id))) continue;
      many += 1;
      if (found.length < MOST) found.push({ ...foundOf(row), of: "total", many: 0 });
    }
  }
  return found.map((one) => ({ ...one, many }));
}

async function allTime(subject: ClickSubject, from: number) {
  const rows = await selectRows<{ id: number; people: string; visitors: string }>(
    `select subject_id as id, sum(clicks) as people, sum(firsts) as visitors from click_rollups
     where subject = ${quoted(subject)} and subject_id between ${from} and ${from + IDS - 1} and robot = 0
       and dimension = 'total' and day = toDate(0) group by subject_id`,
  );
  return {
    sql: "select * from unnest($1::int[], $2::bigint[], $3::bigint[]) as total (id, clicks, visitors)",
    values: [rows.map(({ id }) => id), rows.map(({ people }) => people), rows.map(({ visitors }) => visitors)],
  };
}

async function usageOf(client: Client, { start, end }: Month) {
  const users = new Map<number, number>();
  const clicked = `select multiIf(link_id > 0, 'link', qr_code_id > 0, 'qr', campaign_id > 0, 'campaign', 'bio') as subject,
      multiIf(link_id > 0, link_id, qr_code_id > 0, qr_code_id, campaign_id > 0, campaign_id, bio_page_id) as id, count() as found
    from clicks final where day >= ${quoted(start)} and day < ${quoted(end)} and robot = '' and (subject != 'bio' or bio_block = '')
    group by subject, id`;
  for await (const rows of slowRows<Row>(clicked, AT_ONCE)) {
    const { rows: owned } = await client.query<{ user: number; clicks: string }>(
      `select user_id as user, sum(clicks) as clicks
       from unnest($1::text[], $2::int[], $3::bigint[]) as row (subject, id, clicks) join (${OWNERS}) as owner using (subject, id)
       group by 1`,
      [rows.map(({ subject }) => subject), rows.map(({ id }) => id), rows.map(({ found }) => found)],
    );
    for (const { user, clicks } of owned) users.set(user, (users.get(user) ?? 0) + Number(clicks));
  }
  return {
    sql: "select * from unnest($1::int[], $2::bigint[]) as found (user_id, clicks)",
    values: [[...users.keys()], [...users.values()]],
  };
}

// The same as lib/clicks/postgres/recount-days.ts, in SQL that ClickHouse supports since 2018.

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

const entriesOfClicks = (condition: string) => `
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
function entriesOfRollups(condition: string, kept: boolean, { day = "day", visited = "1" } = {}): string {
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

const differing = (entries: string) => `
  select subject, id, robot, toString(day) as date, beyond, dimension, value, sum_kept as kept, sum_found as found from (
    select ${KEY}, sum(kept) as sum_kept, sum(found) as sum_found from (${entries}) group by ${KEY})
  where kept != found`;
