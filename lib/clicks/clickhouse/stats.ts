import type { ClickDimension } from "@/generated/prisma/enums";
import type { ClickStatistics } from "@/lib/clicks/store/click-store";
import { byDay, statisticsFrom } from "@/lib/clicks/store/counted-values";
import { ALL_TIME, daysOf } from "@/lib/clicks/store/period";
import { MOST_VALUES } from "@/lib/clicks/store/selection";
import { quoted, rowsOf } from "./client";
import { clicksBetween, combinedClicks } from "./combined-clicks";
import { combinedClicksWithin } from "./combined-within";
import { selectedClicks, visitorsBetween } from "./selected";

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
