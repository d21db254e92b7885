import type { ClickDimension } from "@/generated/prisma/enums";
import type { ClickStatistics } from "@/lib/clicks/click-store";
import { byDay, statisticsFrom } from "@/lib/clicks/counted-values";
import { ALL_TIME, daysOf } from "@/lib/clicks/period";
import { quoted, rowsOf } from "./client";
import { selectedClicks } from "./selected";

const allTime = { from: ALL_TIME, to: ALL_TIME };

/**
 * Statistics from the roll-ups, of which parts that are not merged yet hold several rows. ClickHouse sends its large
 * integers as text.
 */
export const clickhouseStatistics: ClickStatistics = {
  async statisticsOf(subject, id, { period = allTime, robots = false, allCountries = false } = {}) {
    const complete = allCountries ? "('rule', 'block', 'country')" : "('rule', 'block')";
    const rows = await rowsOf<Record<"dimension" | "value" | "total" | "visitors", string>>(
      `select dimension, value, sum(clicks) as total, sum(firsts) as visitors from click_rollups
       where subject = ${quoted(subject)} and subject_id = ${id} and robot in (0, ${robots ? 1 : 0})
         and day between ${quoted(period.from)} and ${quoted(period.to)}
       group by dimension, value order by dimension, total desc, value
       limit 10 by if(dimension in ${complete}, concat(dimension, value), dimension)`,
    );
    return statisticsFrom(
      rows.map(({ dimension, value, total, visitors }) => ({
        dimension: dimension as ClickDimension,
        value,
        clicks: Number(total),
        unique: Number(visitors),
      })),
    );
  },

  async clicksOverTime(subject, id, period) {
    const rows = await rowsOf<Record<"date" | "people" | "visitors" | "machines", string>>(
      `select toString(day) as date, sum(clicks * (robot = 0)) as people, sum(firsts * (robot = 0)) as visitors,
         sum(clicks * robot) as machines
       from click_rollups
       where subject = ${quoted(subject)} and subject_id = ${id} and robot in (0, 1) and dimension = 'total'
         and day between ${quoted(period.from)} and ${quoted(period.to)}
       group by day`,
    );
    const found = new Map(rows.map((row) => [row.date, row]));
    return daysOf(period).map((day) => {
      const { people = 0, visitors = 0, machines = 0 } = found.get(day) ?? {};
      return { day, clicks: Number(people), uniqueClicks: Number(visitors), robots: Number(machines) };
    });
  },

  selectedClicks,

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
