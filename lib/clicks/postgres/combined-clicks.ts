import type { ClickStatistics, CombinedClicks } from "@/lib/clicks/store/click-store";
import { MOST_VALUES } from "@/lib/clicks/store/selection";
import { statement } from "@/lib/platform/database/statement";
import { mayContainAnySql, packedWithin } from "./packs";

const of = `subject = 'link' and subject_id = any($1::int[])`;

/** Adds up the roll-ups of these links in the database. */
export const combinedClicks: ClickStatistics["combinedClicks"] = async (links, { since, period, limit, mostLinks }) => {
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
export const clicksBetween: ClickStatistics["clicksBetween"] = async (links, from, to, most) => {
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
