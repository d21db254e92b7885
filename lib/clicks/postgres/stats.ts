import type { ClickDimension } from "@/generated/prisma/enums";
import { OTHER, UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ClickStatistics, CombinedClicks, DayClicks } from "@/lib/clicks/store/click-store";
import { byDay, type DayCount, statisticsFrom } from "@/lib/clicks/store/counted-values";
import { ALL_TIME } from "@/lib/clicks/store/period";
import {
  type CountedValue,
  countsUnknown,
  type FilterDimension,
  filterDimensions,
  MOST_VALUES,
  QUARTER_MS,
} from "@/lib/clicks/store/selection";
import type { ClickColumn } from "@/lib/clicks/store/stored-columns";
import { statement } from "@/lib/platform/database/statement";
import { allTimeCounts } from "./all-time";
import { hashOf } from "./day-visitors";
import {
  clickColumns,
  clicksWithin,
  completeSinceSql,
  mayContainAnySql,
  mayContainSql,
  packedWithin,
  readSinceSql,
} from "./packs";

interface SelectedRow {
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

const SELECTED_COLUMNS: ClickColumn[] = ["at", "visitor", "beyond", "bio_block", ...filterDimensions];

/** A single statement reads the clicks once, so their number and their counts are consistent. */
export const selectedClicks: ClickStatistics["selectedClicks"] = async (selection, signal) => {
  const { subject, id, before, from, to, robots, filters, limit, most, whole } = selection;
  const values: unknown[] = [id, new Date(before), new Date(from), new Date(to), robots, limit, whole ?? null];
  const conditions = Object.entries(filters).map(([name, value]) => {
    values.push(countsUnknown(name as FilterDimension) && value === UNKNOWN ? null : value);
    return `${name} is not distinct from $${values.length}`;
  });
  const packs = { from: "$2", to: "$4", packs: mayContainSql(subject, "$1"), newest: true };
  const rows = await statement<SelectedRow>(
    `with whole as materialized (
       select ${completeSinceSql(packs)} as at
     ), read as materialized (
       select at, case when robot is null then visitor end as visitor, ${readColumns}, $6::bigint is null or beyond is null or beyond < $6 as open
       from (${clicksWithin({
         ...packs,
         where: `${clickColumns[subject]} = $1 and at >= (select at from whole) ${subject === "bio" ? "and bio_block is null" : ""}`,
         columns: [clickColumns[subject], ...SELECTED_COLUMNS],
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
  const only = (name: SelectedRow["part"]) => rows.find(({ part }) => part === name);
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

const of = `subject = 'link' and subject_id = any($1::int[])`;

/** Adds up the roll-ups of these links in the database. */
const combinedClicks: ClickStatistics["combinedClicks"] = async (links, { since, period, limit, mostLinks }) => {
  const [counted, values] = await Promise.all([
    statement<{ day: string | null; id: number; clicks: number }>(
      `with counted as materialized (
         select subject_id as id, day, clicks from click_rollups
         where ${of} and not robot and day between $2::date and $4::date)
       (select to_char(day, 'YYYY-MM-DD') as day, 0 as id, sum(clicks)::float8 as clicks
         from counted group by counted.day order by counted.day)
       union all
       (select null, id, sum(clicks)::float8 from counted where day >= $3::date
         group by id order by sum(clicks) desc, id desc limit $5)`,
      [links, since, period.from, period.to, mostLinks],
    ),
    statement<{ dimension: "country" | "referrer"; value: string; clicks: number }>(
      `with days as (
         select "values", counts from click_rollups where ${of} and not robot and day between $2::date and $3::date
         union all
         select "values", counts from click_rollups_beyond
         where ${of} and day between $2::date and $3::date and ($4::bigint is null or beyond < $4)
       ), counted as (
         select value as id, sum(count)::float8 as clicks from days, unnest("values", counts) as entry (value, count) group by value
       ), ranked as (
         select dimension, value, clicks, row_number() over (partition by dimension order by clicks desc, value) as place
         from counted join click_values using (id) where dimension in ('country', 'referrer') and clicks > 0
       )
       select dimension::text, value, clicks from ranked where place <= 10 or (place <= ${MOST_VALUES} and dimension = 'referrer') order by dimension, place`,
      [links, period.from, period.to, limit],
    ),
  ]);
  const top = (name: "country" | "referrer"): CombinedClicks["countries"] =>
    values.filter(({ dimension }) => dimension === name).map(({ value, clicks }) => ({ value, clicks }));
  return {
    days: counted.flatMap(({ day, clicks }) => (day === null ? [] : [{ day, clicks }])),
    links: counted.flatMap(({ day, id, clicks }) => (day === null && clicks > 0 ? [{ id, clicks }] : [])),
    countries: top("country"),
    referrers: top("referrer"),
  };
};

const packed = packedWithin({
  from: "$2",
  to: "$3",
  packs: mayContainAnySql("link", "$1::int[]"),
  columns: ["at", "link_id", "robot"],
});

/** Roll-ups contain no hours, but they show which links were clicked on these days. Others are not read. */
const clicksBetween: ClickStatistics["clicksBetween"] = async (links, from, to, most) => {
  const rows = await statement<{ clicks: number }>(
    `with clicked as (
       select distinct subject_id as id from click_rollups where ${of} and not robot
         and day between ($2::timestamptz at time zone 'UTC')::date and ($3::timestamptz at time zone 'UTC')::date)
     select count(*)::int as clicks from (
       select from clicked join clicks on link_id = clicked.id and at >= $2 and at < $3 and robot is null
       union all
       select from clicked join (${packed}) as click on link_id = clicked.id and at >= $2 and at < $3 and robot is null
       limit $4::int + 1) as read`,
    [links, new Date(from), new Date(to), most],
  );
  const clicks = rows[0]?.clicks ?? 0;
  return clicks > most ? null : clicks;
};

interface Row {
  part: "read" | "sample" | "present" | "before" | "link" | "country" | "referrer";
  value: string;
  clicks: number;
  at: number;
}

const COLUMNS: ClickColumn[] = ["at", "visitor", "link_id", "country", "referrer", "beyond", "robot"];
const packs = { from: "$2", to: "$4", packs: mayContainAnySql("link", "$1::int[]"), newest: true };

/** A single statement reads the clicks once, and only of links that have clicks on these days in the roll-ups. */
const combinedClicksWithin: ClickStatistics["combinedClicksWithin"] = async (links, options) => {
  const { from, present, to, most, limit, mostLinks } = options;
  const rows = await statement<Row>(
    `with clicked as (
       select distinct subject_id as id from click_rollups where subject = 'link' and subject_id = any($1::int[])
         and not robot and day between ($2::timestamptz at time zone 'UTC')::date and ($4::timestamptz at time zone 'UTC')::date
     ), whole as materialized (
       select ${completeSinceSql(packs)} as at
     ), read as materialized (
       select at, visitor, link_id, country, referrer, at >= $3 as present, $5::bigint is null or beyond is null or beyond < $5 as open
       from (
         select ${COLUMNS} from clicked join clicks on link_id = clicked.id and at >= $2 and at < $4 and robot is null
         union all
         select ${COLUMNS} from clicked join (${packedWithin({ ...packs, columns: COLUMNS })}) as click on link_id = clicked.id and at >= $2 and at < $4 and robot is null
       ) as click where at >= (select at from whole)
       order by at desc limit ${most}
     ), counted as (
       select entry.part, entry.value, count(*)::int as clicks
       from read, lateral (values ('country', coalesce(country, '${UNKNOWN}')), ('referrer', referrer)) as entry (part, value)
       where present and open and entry.value is not null group by 1, 2
     ), ranked as (
       select *, row_number() over (partition by part order by clicks desc, value) as place from counted
     )
     select 'read' as part, '' as value, count(*)::int as clicks, ${readSinceSql(most)} as at from read
     union all
     select case when present then 'present' else 'before' end, '', count(distinct visitor)::int, 0 from read group by present
     union all
     (select 'sample', '', count(*)::int, quarter * ${QUARTER_MS}
       from (select floor(extract(epoch from at) * 1000 / ${QUARTER_MS})::float8 as quarter from read) as sample
       group by quarter order by quarter)
     union all
     (select 'link', link_id::text, count(*)::int, 0 from read where present
       group by link_id order by count(*) desc, link_id desc limit $6)
     union all
     (select part, value, clicks, 0 from ranked where place <= 10 or (place <= ${MOST_VALUES} and part = 'referrer') order by part, place)`,
    [links, new Date(from), new Date(present), new Date(to), limit, mostLinks],
  );
  const of = (part: Row["part"]) => rows.filter((row) => row.part === part);
  const [read] = of("read");
  return {
    samples: of("sample").map(({ at, clicks }) => ({ at, clicks })),
    visitors: { now: of("present")[0]?.clicks ?? 0, before: of("before")[0]?.clicks ?? 0 },
    links: of("link").map(({ value, clicks }) => ({ id: Number(value), clicks })),
    countries: of("country").map(({ value, clicks }) => ({ value, clicks })),
    referrers: of("referrer").map(({ value, clicks }) => ({ value, clicks })),
    since: read?.at ?? null,
  };
};

const allTime = { from: ALL_TIME, to: ALL_TIME };

// One string, because the driver would have to hash each new one to find the prepared statement.
const statisticsText = `with rollups as (
    select *, not robot or $3 as shown from click_rollups
    where subject = $1::"ClickSubject" and subject_id = $2 and robot in (false, true)
      and day between $4::date and $5::date
  ), beyond as (
    select *, $7::bigint is null or beyond < $7 as open from click_rollups_beyond
    where subject = $1::"ClickSubject" and subject_id = $2 and day between $4::date and $5::date
  ), counted as (
    select value as id, shown, sum(count)::float8 as clicks from (
      select "values", counts, shown from rollups union all select "values", counts, true from beyond where open
    ) as days, unnest("values", counts) as entry (value, count) group by value, shown
  ), ranked as (
    select dimension, value, clicks, row_number() over (partition by dimension order by clicks desc, value) as place
    from counted join click_values using (id) where shown or dimension in ('class', 'robot')
  )
  select 'total' as dimension, '' as value, coalesce(sum(clicks), 0)::float8 as clicks, 0 as place from rollups where shown
  union all select 'visitors', '', coalesce(sum("unique"), 0)::float8, 0 from rollups where shown
  union all select 'robots', '', coalesce(sum(clicks), 0)::float8, 0 from rollups where robot
  union all select 'in_' || dimension::text, '', sum(clicks), 0 from ranked where dimension in ('region', 'city') group by dimension
  union all select 'locked', '', coalesce(sum(clicks), 0)::float8, 0 from beyond where not open
  union all select dimension::text, value, clicks, place from ranked
  where place <= 10 or dimension in ('rule', 'variant', 'variant_visitors', 'block') or ($6 and dimension = 'country')
    or ($6 and place <= ${MOST_VALUES} and dimension = 'referrer')
    or (place <= ${MOST_VALUES} and dimension::text = $8)
  order by dimension, place`;

/** Statistics from the roll-ups, whose cost does not depend on the number of clicks. */
export const postgresStatistics: ClickStatistics = {
  async statisticsOf(subject, id, options) {
    const { limit, period = allTime, robots = false, allCountries = false, whole } = options;
    const isPlain = !options.period && !robots && !allCountries && !whole;
    if (isPlain) return statisticsFrom(await allTimeCounts(subject, id, limit));
    const values = [subject, id, robots, period.from, period.to, allCountries, limit, whole ?? null];
    const rows = await statement<CountedValue>(statisticsText, values, { quick: true });
    return statisticsFrom(rows, whole);
  },

  async clicksOverTime(subject, id, period) {
    return statement<DayClicks>(
      `select to_char(dates.day, 'YYYY-MM-DD') as day,
          coalesce(sum(clicks) filter (where not robot), 0)::float8 as clicks,
          coalesce(sum(clicks) filter (where robot), 0)::float8 as robots
        from generate_series($3::date, $4::date, interval '1 day') as dates (day)
        left join click_rollups on click_rollups.day = dates.day::date and subject = $1::"ClickSubject"
          and subject_id = $2 and robot in (false, true)
        group by dates.day order by dates.day`,
      [subject, id, period.from, period.to],
      { quick: true },
    );
  },

  selectedClicks,
  visitorsBetween,
  combinedClicks,
  combinedClicksWithin,
  clicksBetween,

  async placesClicked(linkIds) {
    return statement<{ dimension: "region" | "city"; value: string }>(
      `select dimension, value from (
          select dimension, value, row_number() over (partition by dimension order by sum(count) desc, value) as place
          from click_rollups, unnest("values", counts) as entry (id, count) join click_values using (id)
          where subject = 'link' and subject_id = any($1::int[]) and not robot and day = '${ALL_TIME}'
            and dimension in ('region', 'city') and value <> '${OTHER}'
          group by dimension, value) as counted
        where place <= 100 order by dimension, place`,
      [linkIds],
      { quick: true },
    );
  },

  async clicksByDay(subject, ids, period) {
    const rows = await statement<DayCount>(
      `select subject_id as id, to_char(day, 'YYYY-MM-DD') as day, clicks::float8 from click_rollups
        where subject = $1::"ClickSubject" and subject_id = any($2::int[]) and not robot and day between $3::date and $4::date`,
      [subject, ids, period.from, period.to],
      { quick: true },
    );
    return byDay(rows);
  },
};
