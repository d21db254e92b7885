import type { ClickDimension } from "@/generated/prisma/enums";
import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import { clickColumns } from "@/lib/clicks/postgres/packs";
import type { ClickStatistics, CombinedClicks, WithinOptions } from "@/lib/clicks/store/click-store";
import { byDay, statisticsFrom } from "@/lib/clicks/store/counted-values";
import { ALL_TIME, listDays, type Period } from "@/lib/clicks/store/period";
import {
  countsUnknown,
  type FilterDimension,
  filterDimensions,
  MOST_VALUES,
  QUARTER_MS,
  type Selection,
} from "@/lib/clicks/store/selection";
import { quoted, selectRows } from "./client";
import { HASH } from "./day-visitors";

const quarter = QUARTER_MS / 1_000;

// Clicks from before classes existed count as `robot` if a rule recognized a bot.
const CLASS = "if(class = '' and robot != '', 'robot', class)";
const columnOf = (name: FilterDimension) => (name === "class" ? "judged" : name);

const entries = filterDimensions
  .filter((name) => name !== "variant")
  .map((name) => `('${name}', ${countsUnknown(name) ? `if(${name} = '', '${UNKNOWN}', ${name})` : columnOf(name)})`);

const entriesOfLink = [...entries, "('variant', variant)"];

/**
 * Returns the newest clicks, each once: a click that was sent again or corrected has two rows until ClickHouse has
 * merged them.
 */
function newestClicks({ subject, id, before, to, most }: Selection): string {
  const day = (at: number) => quoted(new Date(at).toISOString().slice(0, 10));
  return `select at, visitor, block, line, beyond, ${filterDimensions}, ${CLASS} as judged from clicks
    where ${clickColumns[subject]} = ${id} and day between ${day(before)} and ${day(to)}
      and at >= toDateTime(${before / 1_000}) and at < toDateTime(${to / 1_000}) ${subject === "bio" ? "and bio_block = ''" : ""}
    order by at desc, robot desc limit 1 by block, line limit ${most}`;
}

const isOpen = ({ limit }: Selection) => (limit === null ? "1" : `beyond < ${limit}`);

function matching(selection: Selection): string {
  const conditions = Object.entries(selection.filters).map(
    ([name, value]) =>
      `${columnOf(name as FilterDimension)} = ${quoted(countsUnknown(name as FilterDimension) && value === UNKNOWN ? "" : value)}`,
  );
  return conditions.length > 0 ? [isOpen(selection), ...conditions].join(" and ") : "1";
}

/** ClickHouse sends large integers as text. */
const selectedClicks: ClickStatistics["selectedClicks"] = async (selection) => {
  const match = matching(selection);
  const { whole } = selection;
  const within = `at >= toDateTime(${selection.from / 1_000})`;
  const largest = "if(dimension in ('country', 'variant'), concat(dimension, value), dimension)";
  const valuesOf = (where: string, limit: string) =>
    selectRows<Record<"dimension" | "value" | "total", string>>(
      `select entry.1 as dimension, entry.2 as value, count() as total
       from (
         select robot, arrayJoin([${selection.subject === "link" ? entriesOfLink : entries}]) as entry from (${newestClicks(selection)})
         where ${match} and ${isOpen(selection)} and ${within}
       )
       where entry.2 != '' and ${where} ${selection.robots ? "" : "and (robot = '' or entry.1 in ('class', 'robot'))"} group by dimension, value
       order by dimension, total desc, value limit ${limit}`,
    );
  const many = ["referrer", ...(whole ? [whole] : [])].map(quoted).join(", ");
  const person = `(${match}) and robot = '' and visitor != 0`;
  const [quarters, visitors, variants, values, all] = await Promise.all([
    selectRows<Record<"number" | "met" | "earliest" | "people" | "machines" | "closed", string>>(
      `select intDiv(toUInt32(at), ${quarter}) as number, count() as met, min(toUInt32(at)) as earliest,
         sum((${match}) and robot = '') as people,
         sum((${match}) and robot != '') as machines, sum(not (${isOpen(selection)}) and ${within}) as closed
       from (${newestClicks(selection)}) group by number`,
    ),
    selectRows<{ different: string }>(
      `select uniqExact(visitor) as different from (${newestClicks(selection)}) where ${person}`,
    ),
    selection.subject === "link"
      ? selectRows<{ value: string; different: string }>(
          `select variant as value, uniqExact(visitor) as different from (${newestClicks(selection)})
           where ${person} and ${isOpen(selection)} and ${within} and variant != '' group by value`,
        )
      : [],
    valuesOf(`entry.1 not in (${many})`, `10 by ${largest}`),
    valuesOf(`entry.1 in (${many})`, `${MOST_VALUES} by dimension`),
  ]);
  const read = quarters.reduce((sum, { met }) => sum + Number(met), 0);
  const locked = quarters.reduce((sum, { closed }) => sum + Number(closed), 0);
  return {
    samples: quarters.map(({ number, people, machines }) => ({
      at: Number(number) * QUARTER_MS,
      clicks: Number(people),
      robots: Number(machines),
    })),
    visitors: Number(visitors[0]?.different ?? 0),
    values: [
      { dimension: "locked", value: "", clicks: locked },
      ...variants.map(({ value, different }) => ({
        dimension: "variant_visitors" as const,
        ...{ value, clicks: Number(different) },
      })),
      ...[...values, ...all].map(({ dimension, value, total }) => ({
        dimension: dimension as ClickDimension,
        ...{ value, clicks: Number(total) },
      })),
    ],
    since: read >= selection.most ? Math.min(...quarters.map(({ earliest }) => Number(earliest))) * 1_000 : null,
  };
};

const visitorsBetween: ClickStatistics["visitorsBetween"] = async (subject, id, from, to) => {
  const day = (at: number) => quoted(new Date(at).toISOString().slice(0, 10));
  const rows = await selectRows<{ hash: number }>(
    `select distinct ${HASH} as hash from (
       select visitor, robot as machine from clicks
       where ${clickColumns[subject]} = ${id} and day between ${day(from)} and ${day(to)} and at >= toDateTime(${Math.floor(from / 1_000)})
         and at < toDateTime(${Math.floor(to / 1_000)}) ${subject === "bio" ? "and bio_block = ''" : ""}
       order by robot desc limit 1 by block, line)
     where machine = '' and visitor != 0`,
  );
  return rows.map(({ hash }) => hash);
};

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
    selectRows<Record<"number" | "people" | "earliest", string>>(
      `select intDiv(toUInt32(at), ${QUARTER_MS / 1_000}) as number, count() as people,
         min(toUInt32(at)) as earliest
       from (${newest(links, options)}) group by number order by number`,
    ),
    selectRows<Record<"present" | "different", string>>(
      `select ${isPresent} as present, uniqExact(visitor) as different from (${newest(links, options)})
       where visitor != 0 group by present`,
    ),
    selectRows<Record<"id" | "people", string>>(
      `select id, count() as people from (${newest(links, options)}) where ${isPresent}
       group by id order by people desc, id desc limit ${mostLinks}`,
    ),
    selectRows<Record<"kind" | "word" | "people", string>>(
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
    selectRows<Record<"date" | "people", string>>(
      `select toString(day) as date, sum(clicks) as people from click_rollups
       where ${total} and ${within({ from: since, to: period.to })} group by date order by date`,
    ),
    selectRows<Record<"id" | "people", string>>(
      `select subject_id as id, sum(clicks) as people from click_rollups where ${total} and ${within(period)}
       group by id having people > 0 order by people desc, id desc limit ${mostLinks}`,
    ),
    selectRows<Record<"kind" | "word" | "people", string>>(
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
  const [row] = await selectRows<Record<"read" | "people", string>>(
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
      selectRows<Record<"kind" | "word" | "total", string>>(
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
    const rows = await selectRows<Record<"date" | "people" | "machines", string>>(
      `select toString(day) as date, sum(clicks * (robot = 0)) as people, sum(clicks * robot) as machines
       from click_rollups
       where subject = ${quoted(subject)} and subject_id = ${id} and robot in (0, 1) and dimension = 'total'
         and day between ${quoted(period.from)} and ${quoted(period.to)}
       group by day`,
    );
    const found = new Map(rows.map((row) => [row.date, row]));
    return listDays(period).map((day) => {
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
    return selectRows<{ dimension: ClickDimension; value: string }>(
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
    const rows = await selectRows<Record<"id" | "date" | "people", string>>(
      `select subject_id as id, toString(day) as date, sum(clicks) as people from click_rollups
       where subject = ${quoted(subject)} and subject_id in (${ids.join(", ")}) and robot = 0 and dimension = 'total'
         and day between ${quoted(period.from)} and ${quoted(period.to)}
       group by id, date`,
    );
    return byDay(rows.map(({ id, date, people }) => ({ id: Number(id), day: date, clicks: Number(people) })));
  },
};
