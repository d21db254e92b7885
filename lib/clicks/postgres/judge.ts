import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import {
  AT_ONCE,
  BURST,
  BURST_ALIKE,
  BURST_CLICKS,
  IS_CHECKER,
  NO_OTHER_CLICK_SECONDS,
  TWICE,
  TWICE_SECONDS,
} from "@/lib/clicks/classify/bursts";
import { type Counted, clickOf, type StoredClick, withVerdict } from "@/lib/clicks/classify/correction";
import { RULESET, type Verdict } from "@/lib/clicks/classify/verdict";
import { Rollup } from "@/lib/clicks/store/rollup";
import { type ClickColumn, columnEntries } from "@/lib/clicks/store/stored-columns";
import { arrayOf } from "./copy";
import { dayVisitorsOf, type LeftOver, takeDayVisitors } from "./day-visitors";
import type { Dictionary } from "./dictionary";
import { judgeMinute } from "./minutes";
import { clickColumns, clicksWithin, mayContainSql } from "./packs";
import { storeCounters, storeRollup } from "./rollups";
import { uncountClicks } from "./uncount-clicks";

/** See `ClickStore.judge`. Everything happens in one transaction. */
export const judgeInPostgres = (client: Client, dictionary: Dictionary): Promise<boolean> =>
  judgeMinute(client, async ({ start }) => {
    for (const [verdict, sql] of RULES) {
      const { rows } = await client.query<StoredClick & { key: string }>(sql, [start]);
      if (rows.length === 0) continue;
      await correct(client, dictionary, rows, verdict);
      if (rows.length === AT_ONCE) return false;
    }
    return true;
  });

const WITHIN = "at >= $1 and at < $1::timestamptz + interval '1 minute'";
const THING = "coalesce(link_id, 0) as link, coalesce(qr_code_id, 0) as qr, coalesce(bio_page_id, 0) as bio";

/** Columns that `StoredClick` has in another format. */
const otherwise: Partial<Record<ClickColumn, string>> = {
  visitor: "visitor::text",
  beyond: "coalesce(beyond, 0)::float8",
};

const STORED = `id as key, (extract(epoch from at) * 1000)::float8 as at, encode(seal, 'hex') as seal,
  ${columnEntries.flatMap(([name, { field }]) => (field ? `${otherwise[name] ?? name} as "${field}"` : []))}`;

/** Clicks already judged as a burst are included, so that later clicks of the same burst are recognized. */
const burst = `with clicked as materialized (
    select ${THING}, network, agent, count(*) as clicks from clicks
    where ${WITHIN} and network is not null and (robot is null or class = '${BURST.class}') group by 1, 2, 3, 4, 5
    having count(*) >= ${BURST_CLICKS}
  ), everybody as materialized (
    select link, qr, bio, network, count(*) as clicks from (
      select ${THING}, network from clicks where ${WITHIN} and (robot is null or class = '${BURST.class}')) as click
    join (select distinct link, qr, bio, network from clicked) as thing using (link, qr, bio, network) group by 1, 2, 3, 4
  ), bursts as materialized (
    select link, qr, bio, network, agent from clicked join everybody using (link, qr, bio, network)
    where clicked.clicks >= ${BURST_ALIKE} * everybody.clicks)
  select ${STORED} from (select *, ${THING} from clicks where ${WITHIN} and robot is null) as click
  join bursts using (link, qr, bio, network, agent) limit ${AT_ONCE}`;

const seconds = (column: string, number: number) => `${column} + interval '${number} seconds'`;

const twice = `with near as materialized (
    select id, at, link_id, network, agent, robot is null as person, ${IS_CHECKER} as checker from clicks
    where at >= ${seconds("$1::timestamptz", -NO_OTHER_CLICK_SECONDS)} and at < ${seconds("$1::timestamptz", 60 + NO_OTHER_CLICK_SECONDS)}
      and link_id is not null and network is not null and (robot is null or ${IS_CHECKER})
  ), alone as materialized (
    select link_id, agent from near where (link_id, agent) in (select link_id, agent from near where checker)
    group by 1, 2 having count(*) filter (where person) = 1
  ), second as (
    select person.id, person.at from near as person join alone using (link_id, agent)
    where person and ${WITHIN.replaceAll("at ", "person.at ")} and exists (
      select from near as first where first.checker and first.link_id = person.link_id and first.agent = person.agent
        and first.network <> person.network and first.at <= person.at
        and first.at >= ${seconds("person.at", -TWICE_SECONDS)}))
  select ${STORED} from clicks where ${WITHIN} and (at, id) in (select at, id from second) and robot is null limit ${AT_ONCE}`;

const RULES: [Verdict, string][] = [
  [BURST, burst],
  [TWICE, twice],
];

async function correct(
  client: Client,
  dictionary: Dictionary,
  rows: (StoredClick & { key: string })[],
  verdict: Verdict,
): Promise<void> {
  const counted = rows.map((row): Counted & { key: string } => ({ key: row.key, click: clickOf(row) }));
  const present = await uncountClicks(client, counted, async () => {
    const times = rows.map(({ at }) => at / 1_000);
    const { rows: marked } = await client.query<{ id: string }>(
      `update clicks set robot = $2, class = $3, ruleset = $4, "unique" = false, variant_unique = variant_unique and false,
         beyond = null
       where id = any($1::bigint[]) and robot is null and at between to_timestamp($5) and to_timestamp($6) returning id`,
      [
        arrayOf(rows.map(({ key }) => key)),
        verdict.rule,
        verdict.class,
        RULESET,
        Math.floor(Math.min(...times)),
        Math.ceil(Math.max(...times)),
      ],
    );
    const keys = new Set(marked.map(({ id }) => id));
    return counted.filter(({ key }) => keys.has(key));
  });
  const rollup = new Rollup();
  for (const { click } of present) {
    rollup.add(click, -1);
    rollup.add(withVerdict(click, verdict));
  }
  await takeDayVisitors(
    client,
    present.map(({ click }) => click),
    visitorsLeft,
  );
  await storeRollup(client, rollup, dictionary);
  await storeCounters(client, rollup);
}

/** Returns a query of the visitors of a subject on a day who still have clicks by people. */
async function visitorsLeft(subject: ClickSubject, id: number, day: string, first: number): Promise<LeftOver> {
  const start = `$${first + 1}::timestamptz`;
  const clicks = clicksWithin({
    from: start,
    to: `(${start} + interval '1 day')`,
    packs: mayContainSql(subject, `$${first}`),
    where: `${clickColumns[subject]} = $${first}`,
  });
  const sql = `select variant, hash from (${dayVisitorsOf(clicks)}) as met where subject = '${subject}'`;
  return { sql, values: [id, `${day}T00:00:00Z`] };
}
