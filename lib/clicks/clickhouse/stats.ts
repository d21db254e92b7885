import type { ClickDimension } from "@/generated/prisma/enums";
import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ClickStatistics, CombinedClicks, WithinOptions } from "@/lib/clicks/store/click-store";
import { byDay, statisticsFrom } from "@/lib/clicks/store/counted-values";
import { ALL_TIME, daysOf, type Period } from "@/lib/clicks/store/period";
import { MOST_VALUES, QUARTER_MS } from "@/lib/clicks/store/selection";
import { quoted, rowsOf } from "./client";
import { selectedClicks, visitorsBetween } from "./selected";

const seconds = (at: number) => `toDateTime(${Math.floor(at / 1_000)})`;
const day = (at: number) => quoted(new Date(at).toISOString().slice(0, 10));

/**
 * Returns the newest clicks, each once: see `selectedClicks`. Only the remaining row of a click says whether it is a
 * person's.
 */
const newest = (links: number[], { from, to, most }: WithinOptions) =>
  `select at, visitor, id, country, referrer, beyond from (
     select at, visitor, link_id as id, country, referrer, beyond, robot as machine from clicks
     where link_id in (${links.join(", ")}) and day between ${day(from)} and ${day(to)}
       and at >= ${seconds(from)} and at < ${seconds(to)}
     order by at desc, robot desc limit 1 by block, line)
   where machine = '' order by at desc limit ${most}`;

const combinedClicksWithin: ClickStatistics["combinedClicksWithin"] = async (links, options) => {
  if (links.length === 0)
    return { samples: [], visitors: { now: 0, before: 0 }, links: [], countries: [], referrers: [], since: null };
  const { present, limit, most, mostLinks } = options;
  const isPresent = `at >= ${seconds(present)}`;
  const [quarters, visitors, clicked, values] = await Promise.all([
    rowsOf<Record<"number" | "people" | "earliest", string>>(
      `select intDiv(toUInt32(at), ${QUARTER_MS / 1_000}) as number, count() as people,
         min(toUInt32(at)) as earliest
       from (${newest(links, options)}) group by number order by number`,
    ),
    rowsOf<Record<"present" | "different", string>>(
      `select ${isPresent} as present, uniqExact(visitor) as different from (${newest(links, options)})
       where visitor != 0 group by present`,
    ),
    rowsOf<Record<"id" | "people", string>>(
      `select id, count() as people from (${newest(links, options)}) where ${isPresent}
       group by id order by people desc, id desc limit ${mostLinks}`,
    ),
    rowsOf<Record<"kind" | "word" | "people", string>>(
      `select entry.1 as kind, entry.2 as word, count() as people from (
         select arrayJoin([('country', if(country = '', '${UNKNOWN}', country)), ('referrer', referrer)]) as entry
         from (${newest(links, options)}) where ${isPresent} and ${limit === null ? "1" : `beyond < ${limit}`})
       where entry.2 != '' group by kind, word order by kind, people desc, word limit ${MOST_VALUES} by kind`,
    ),
  ]);
  const largest = (name: "country" | "referrer") =>
    values.filter(({ kind }) => kind === name).map(({ word, people }) => ({ value: word, clicks: Number(people) }));
  const different = (now: boolean) =>
    Number(visitors.find(({ present }) => Boolean(Number(present)) === now)?.different ?? 0);
  const read = quarters.reduce((sum, { people }) => sum + Number(people), 0);
  return {
    samples: quarters.map(({ number, people }) => ({ at: Number(number) * QUARTER_MS, clicks: Number(people) })),
    visitors: { now: different(true), before: different(false) },
    links: clicked.map(({ id, people }) => ({ id: Number(id), clicks: Number(people) })),
    countries: largest("country").slice(0, 10),
    referrers: largest("referrer"),
    since: read >= most ? Number(quarters[0]?.earliest) * 1_000 : null,
  };
};

const within = ({ from, to }: Period) => `day between ${quoted(from)} and ${quoted(to)}`;

const combinedClicks: ClickStatistics["combinedClicks"] = async (links, { since, period, limit, mostLinks }) => {
  if (links.length === 0) return { days: [], links: [], countries: [], referrers: [] };
  const of = `subject = 'link' and subject_id in (${links.join(", ")})`;
  const total = `${of} and robot = 0 and dimension = 'total'`;
  const values = "dimension in ('country', 'referrer')";
  const [days, clicked, top] = await Promise.all([
    rowsOf<Record<"date" | "people", string>>(
      `select toString(day) as date, sum(clicks) as people from click_rollups
       where ${total} and ${within({ from: since, to: period.to })} group by date order by date`,
    ),
    rowsOf<Record<"id" | "people", string>>(
      `select subject_id as id, sum(clicks) as people from click_rollups where ${total} and ${within(period)}
       group by id having people > 0 order by people desc, id desc limit ${mostLinks}`,
    ),
    rowsOf<Record<"kind" | "word" | "people", string>>(
      `select kind, word, sum(number) as people from (
         select dimension as kind, value as word, clicks as number from click_rollups
         where ${of} and robot = 0 and ${values} and ${within(period)}
         union all
         select dimension as kind, value as word, clicks as number from click_rollups_beyond
         where ${of} and ${values} and ${within(period)} and ${limit === null ? "1" : `beyond < ${limit}`}
       ) group by kind, word having people > 0 order by kind, people desc, word limit ${MOST_VALUES} by kind`,
    ),
  ]);
  const largest = (name: "country" | "referrer"): CombinedClicks["countries"] =>
    top.filter(({ kind }) => kind === name).map(({ word, people }) => ({ value: word, clicks: Number(people) }));
  return {
    days: days.map(({ date, people }) => ({ day: date, clicks: Number(people) })),
    links: clicked.map(({ id, people }) => ({ id: Number(id), clicks: Number(people) })),
    countries: largest("country").slice(0, 10),
    referrers: largest("referrer"),
  };
};

/** Counts each click once: a click that was sent again or corrected has two rows until ClickHouse has merged them. */
const clicksBetween: ClickStatistics["clicksBetween"] = async (links, from, to, most) => {
  if (links.length === 0) return 0;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [row] = await rowsOf<Record<"read" | "people", string>>(
    `select count() as read, sum(machine = '') as people from (
       select robot as machine from clicks
       where link_id in (${links.join(", ")}) and ${within({ from: day(from), to: day(to) })}
         and at >= toDateTime(${Math.floor(from / 1_000)}) and at < toDateTime(${Math.floor(to / 1_000)})
       order by robot desc limit 1 by block, line limit ${most + 1})`,
  );
  return Number(row?.read ?? 0) > most ? null : Number(row?.people ?? 0);
};

const allTime = { from: ALL_TIME, to: ALL_TIME };

/**
 * Statistics from the roll-ups, which have several rows in parts that are not merged yet. ClickHouse sends large
 * integers as text.
 */
export const clickhouseStatistics: ClickStatistics = {
  async statisticsOf(subject, id, { limit, period = allTime, robots = false, allCountries = false, whole }) {
    const complete = `('rule', 'variant', 'variant_visitors', 'block'${allCountries ? ", 'country'" : ""})`;
    const of = `subject = ${quoted(subject)} and subject_id = ${id}
      and day between ${quoted(period.from)} and ${quoted(period.to)}`;
    const open = limit === null ? "1" : `beyond < ${limit}`;
    // The names differ from those of all columns, because in a condition ClickHouse would read them as columns.
    const counted = `(
         select dimension as kind, value as word, clicks as number from click_rollups
         where ${of} and robot in (0, 1) and (robot = 0 or ${robots ? 1 : 0} or dimension in ('class', 'robot'))
         union all
         select concat('in_', dimension) as kind, '' as word, clicks as number from click_rollups
         where ${of} and robot in (0, ${robots ? 1 : 0}) and dimension in ('region', 'city')
         union all
         select concat('in_', dimension) as kind, '' as word, clicks as number from click_rollups_beyond
         where ${of} and dimension in ('region', 'city') and ${open}
         union all
         select 'visitors' as kind, '' as word, firsts as number from click_rollups
         where ${of} and robot in (0, ${robots ? 1 : 0}) and dimension = 'total'
         union all
         select 'robots' as kind, '' as word, clicks as number from click_rollups
         where ${of} and robot = 1 and dimension = 'total'
         union all
         select dimension as kind, value as word, clicks as number from click_rollups_beyond
         where ${of} and dimension != 'total' and ${open}
         union all
         select 'locked' as kind, '' as word, clicks as number from click_rollups_beyond
         where ${of} and dimension = 'total' and not (${open})
       )`;
    const grouped = (where: string, limit: string) =>
      rowsOf<Record<"kind" | "word" | "total", string>>(
        `select kind, word, sum(number) as total from ${counted} where ${where}
         group by kind, word having total > 0 order by kind, total desc, word limit ${limit}`,
      );
    const many = [...(whole ? [whole] : []), ...(allCountries ? ["referrer"] : [])].map(quoted).join(", ");
    const [largest, all] = await Promise.all([
      grouped(`kind not in (${many || "''"})`, `10 by if(kind in ${complete}, concat(kind, word), kind)`),
      many ? grouped(`kind in (${many})`, `${MOST_VALUES} by kind`) : [],
    ]);
    return statisticsFrom(
      [...largest, ...all].map(({ kind, word, total }) => ({
        dimension: kind as ClickDimension,
        value: word,
        clicks: Number(total),
      })),
      whole,
    );
  },

  async clicksOverTime(subject, id, period) {
    const rows = await rowsOf<Record<"date" | "people" | "machines", string>>(
      `select toString(day) as date, sum(clicks * (robot = 0)) as people, sum(clicks * robot) as machines
       from click_rollups
       where subject = ${quoted(subject)} and subject_id = ${id} and robot in (0, 1) and dimension = 'total'
         and day between ${quoted(period.from)} and ${quoted(period.to)}
       group by day`,
    );
    const found = new Map(rows.map((row) => [row.date, row]));
    return daysOf(period).map((day) => {
      const { people = 0, machines = 0 } = found.get(day) ?? {};
      return { day, clicks: Number(people), robots: Number(machines) };
    });
  },

  selectedClicks,
  visitorsBetween,
  combinedClicks,
  combinedClicksWithin,
  clicksBetween,

  async placesClicked(linkIds) {
    if (linkIds.length === 0) return [];
    return rowsOf<{ dimension: ClickDimension; value: string }>(
      `select dimension, value from (
         select dimension, value, sum(clicks) as people from click_rollups
         where subject = 'link' and subject_id in (${linkIds.join(", ")}) and robot = 0
           and dimension in ('region', 'city') and day = toDate(0)
         group by dimension, value)
       order by dimension desc, people desc, value limit 100 by dimension`,
    );
  },

  async clicksByDay(subject, ids, period) {
    if (ids.length === 0) return new Map();
    const rows = await rowsOf<Record<"id" | "date" | "people", string>>(
      `select subject_id as id, toString(day) as date, sum(clicks) as people from click_rollups
       where subject = ${quoted(subject)} and subject_id in (${ids.join(", ")}) and robot = 0 and dimension = 'total'
         and day between ${quoted(period.from)} and ${quoted(period.to)}
       group by id, date`,
    );
    return byDay(rows.map(({ id, date, people }) => ({ id: Number(id), day: date, clicks: Number(people) })));
  },
};
