import type { ClickDimension } from "@/generated/prisma/enums";
import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ClickStatistics } from "@/lib/clicks/store/click-store";
import {
  countsUnknown,
  type FilterDimension,
  filterDimensions,
  MOST_VALUES,
  QUARTER_MS,
} from "@/lib/clicks/store/selection";
import type { ClickColumn } from "@/lib/clicks/store/stored-columns";
import { statement } from "@/lib/platform/database/statement";
import { hashOf } from "./day-visitors";
import { clickColumns, clicksWithin, completeSinceSql, mayContainSql, readSinceSql } from "./packs";

interface Row {
  part: "read" | "sample" | "visitors" | "locked" | ClickDimension;
  value: string;
  clicks: number;
  robots: number;
  at: number;
}

const entries = filterDimensions
  .filter((name) => name !== "variant")
  .map((name) => `('${name}', ${countsUnknown(name) ? `coalesce(${name}, '${UNKNOWN}')` : name})`);

/** The rule that decided a link's destination has nothing to do with its campaign. */
const entriesOfLink = [...entries, "('variant', variant)"];

/** Clicks from before classes existed count as `robot` if a rule recognized a bot. */
const readColumns = filterDimensions.map((name) =>
  name === "class" ? "coalesce(class::text, case when robot is not null then 'robot' end) as class" : name,
);

const COLUMNS: ClickColumn[] = ["at", "visitor", "beyond", "bio_block", ...filterDimensions];

/** A single statement reads the clicks once, so their number and their counts are consistent. */
export const selectedClicks: ClickStatistics["selectedClicks"] = async (selection, signal) => {
  const { subject, id, before, from, to, robots, filters, limit, most, whole } = selection;
  const values: unknown[] = [id, new Date(before), new Date(from), new Date(to), robots, limit, whole ?? null];
  const conditions = Object.entries(filters).map(([name, value]) => {
    values.push(countsUnknown(name as FilterDimension) && value === UNKNOWN ? null : value);
    return `${name} is not distinct from $${values.length}`;
  });
  const packs = { from: "$2", to: "$4", packs: mayContainSql(subject, "$1"), newest: true };
  const rows = await statement<Row>(
    `with whole as materialized (
       select ${completeSinceSql(packs)} as at
     ), read as materialized (
       select at, case when robot is null then visitor end as visitor, ${readColumns}, $6::bigint is null or beyond is null or beyond < $6 as open
       from (${clicksWithin({
         ...packs,
         where: `${clickColumns[subject]} = $1 and at >= (select at from whole) ${subject === "bio" ? "and bio_block is null" : ""}`,
         columns: [clickColumns[subject], ...COLUMNS],
       })}) as click
       order by at desc limit ${most}
     ), matching as materialized (
       select * from read where ${conditions.length > 0 ? ["open", ...conditions].join(" and ") : "true"}
     ), counted as (
       select entry.dimension as part, entry.value, count(*)::int as clicks,
         row_number() over (partition by entry.dimension order by count(*) desc, entry.value) as place
       from matching, lateral (values ${subject === "link" ? entriesOfLink : entries}) as entry (dimension, value)
       where open and at >= $3 and ($5 or robot is null or entry.dimension in ('class', 'robot')) and entry.value is not null group by 1, 2
     )
     select 'read' as part, '' as value, count(*)::int as clicks, 0 as robots, ${readSinceSql(most)} as at from read
     union all
     select 'visitors', '', count(distinct visitor)::int, 0, 0 from matching
     union all
     select 'locked', '', count(*)::int, 0, 0 from read where not open and at >= $3
     union all
     select 'sample', '', (count(*) filter (where robot is null))::int, (count(*) filter (where robot is not null))::int,
       floor(extract(epoch from at) * 1000 / ${QUARTER_MS})::float8 * ${QUARTER_MS} from matching group by 5
     union all
     select 'variant_visitors', variant, count(distinct visitor)::int, 0, 0 from matching
       where ${subject === "link"} and open and at >= $3 and variant is not null group by variant
     union all
     (select part, value, clicks, 0, 0 from counted where place <= 10 or part in ('country', 'variant')
       or (place <= ${MOST_VALUES} and part in ('referrer', $7)) order by part, place)`,
    values,
    { signal },
  );
  const only = (name: Row["part"]) => rows.find(({ part }) => part === name);
  return {
    samples: rows.filter(({ part }) => part === "sample").map(({ at, clicks, robots }) => ({ at, clicks, robots })),
    visitors: only("visitors")?.clicks ?? 0,
    values: rows.flatMap(({ part, value, clicks }) =>
      part === "read" || part === "sample" || part === "visitors" ? [] : [{ dimension: part, value, clicks }],
    ),
    since: only("read")?.at ?? null,
  };
};

export const visitorsBetween: ClickStatistics["visitorsBetween"] = async (subject, id, from, to) => {
  const clicks = clicksWithin({
    from: "$2",
    to: "$3",
    packs: mayContainSql(subject, "$1"),
    where: `${clickColumns[subject]} = $1 and robot is null and visitor is not null ${subject === "bio" ? "and bio_block is null" : ""}`,
    columns: [clickColumns[subject], "at", "robot", "visitor", "bio_block"],
  });
  const rows = await statement<{ hash: number }>(
    `select distinct ${hashOf("visitor")} as hash from (${clicks}) as click`,
    [id, new Date(from), new Date(to)],
  );
  return rows.map(({ hash }) => hash);
};
