import { pool } from "@/lib/db";
import type { ClickStatistics, DayClicks } from "../click-store";
import { ALL_TIME } from "../period";
import { type RollupRow, statisticsFrom } from "../rollup-rows";

/** Statistics from the roll-ups: they cost the same however many clicks there are. */
export const postgresStatistics: ClickStatistics = {
  async statisticsOf(subject, id, { period = { from: ALL_TIME, to: ALL_TIME }, robots = false } = {}) {
    const { rows } = await pool.query<RollupRow>({
      name: "click statistics",
      text: `select dimension, value, clicks, "unique" from (
          select dimension, value, sum(clicks)::int as clicks, sum("unique")::int as "unique",
            row_number() over (partition by dimension order by sum(clicks) desc, value) as place
          from click_rollups
          where subject = $1::"ClickSubject" and subject_id = $2 and robot = any($3::bool[])
            and day between $4::date and $5::date
          group by dimension, value
        ) ranked where place <= 10 order by dimension, place`,
      values: [subject, id, robots ? [false, true] : [false], period.from, period.to],
    });
    return statisticsFrom(rows);
  },

  async clicksOverTime(subject, id, period) {
    const { rows } = await pool.query<DayClicks>({
      name: "clicks over time",
      text: `select to_char(dates.day, 'YYYY-MM-DD') as day,
          coalesce(sum(clicks) filter (where not robot), 0)::int as clicks,
          coalesce(sum("unique") filter (where not robot), 0)::int as "uniqueClicks",
          coalesce(sum(clicks) filter (where robot), 0)::int as robots
        from generate_series($3::date, $4::date, interval '1 day') as dates (day)
        left join click_rollups on click_rollups.day = dates.day::date and subject = $1::"ClickSubject"
          and subject_id = $2 and robot in (false, true) and dimension = 'total' and value = ''
        group by dates.day order by dates.day`,
      values: [subject, id, period.from, period.to],
    });
    return rows;
  },
};
