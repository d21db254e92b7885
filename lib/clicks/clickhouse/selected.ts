import type { ClickDimension } from "@/generated/prisma/enums";
import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import { clickColumns } from "@/lib/clicks/postgres/packs";
import type { ClickStatistics } from "@/lib/clicks/store/click-store";
import {
  countsUnknown,
  type FilterDimension,
  filterDimensions,
  MOST_VALUES,
  QUARTER_MS,
  type Selection,
} from "@/lib/clicks/store/selection";
import { quoted, rowsOf } from "./client";
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
export const selectedClicks: ClickStatistics["selectedClicks"] = async (selection) => {
  const match = matching(selection);
  const { whole } = selection;
  const within = `at >= toDateTime(${selection.from / 1_000})`;
  const largest = "if(dimension in ('country', 'variant'), concat(dimension, value), dimension)";
  const valuesOf = (where: string, limit: string) =>
    rowsOf<Record<"dimension" | "value" | "total", string>>(
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
    rowsOf<Record<"number" | "met" | "earliest" | "people" | "machines" | "closed", string>>(
      `select intDiv(toUInt32(at), ${quarter}) as number, count() as met, min(toUInt32(at)) as earliest,
         sum((${match}) and robot = '') as people,
         sum((${match}) and robot != '') as machines, sum(not (${isOpen(selection)}) and ${within}) as closed
       from (${newestClicks(selection)}) group by number`,
    ),
    rowsOf<{ different: string }>(
      `select uniqExact(visitor) as different from (${newestClicks(selection)}) where ${person}`,
    ),
    selection.subject === "link"
      ? rowsOf<{ value: string; different: string }>(
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

export const visitorsBetween: ClickStatistics["visitorsBetween"] = async (subject, id, from, to) => {
  const day = (at: number) => quoted(new Date(at).toISOString().slice(0, 10));
  const rows = await rowsOf<{ hash: number }>(
    `select distinct ${HASH} as hash from (
       select visitor, robot as machine from clicks
       where ${clickColumns[subject]} = ${id} and day between ${day(from)} and ${day(to)} and at >= toDateTime(${Math.floor(from / 1_000)})
         and at < toDateTime(${Math.floor(to / 1_000)}) ${subject === "bio" ? "and bio_block = ''" : ""}
       order by robot desc limit 1 by block, line)
     where machine = '' and visitor != 0`,
  );
  return rows.map(({ hash }) => hash);
};
