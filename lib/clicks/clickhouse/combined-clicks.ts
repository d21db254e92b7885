import type { ClickStatistics, CombinedClicks } from "@/lib/clicks/store/click-store";
import type { Period } from "@/lib/clicks/store/period";
import { MOST_VALUES } from "@/lib/clicks/store/selection";
import { quoted, rowsOf } from "./client";

const within = ({ from, to }: Period) => `day between ${quoted(from)} and ${quoted(to)}`;

export const combinedClicks: ClickStatistics["combinedClicks"] = async (links, { since, period, limit, mostLinks }) => {
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
export const clicksBetween: ClickStatistics["clicksBetween"] = async (links, from, to, most) => {
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
