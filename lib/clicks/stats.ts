import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";
import { pool } from "@/lib/db";
import { ALL_TIME, type Period } from "./period";

export interface TopEntry {
  /** a country's or language's code, a host, a name; or `Unknown`, `Direct` */
  value: string;
  clicks: number;
}

export interface Statistics {
  clicks: number;
  /** visitors who met the subject for the first time, in the period if there is one */
  uniqueClicks: number;
  /** each list: the ten largest, largest first */
  countries: TopEntry[];
  referrers: TopEntry[];
  browsers: TopEntry[];
  systems: TopEntry[];
  devices: TopEntry[];
  languages: TopEntry[];
  /** visits that came from Facebook, X and Instagram */
  social: { network1: number; network2: number; network3: number };
}

export interface StatisticsOptions {
  /** without: since the beginning */
  period?: Period;
  /** also counts robots */
  robots?: boolean;
}

interface Row {
  dimension: ClickDimension;
  value: string;
  clicks: number;
  unique: number;
}

/** What is known of the clicks on a link, QR code, campaign or bio page. All zero for one that has none. */
export async function statisticsOf(
  subject: ClickSubject,
  id: number,
  { period = { from: ALL_TIME, to: ALL_TIME }, robots = false }: StatisticsOptions = {},
): Promise<Statistics> {
  const { rows } = await pool.query<Row>({
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
  const of = (dimension: ClickDimension) => rows.filter((row) => row.dimension === dimension);
  const top = (dimension: ClickDimension) => of(dimension).map(({ value, clicks }) => ({ value, clicks }));
  const [total] = of("total");
  const network = (name: string) => of("social").find((row) => row.value === name)?.clicks ?? 0;
  return {
    clicks: total?.clicks ?? 0,
    uniqueClicks: total?.unique ?? 0,
    countries: top("country"),
    referrers: top("referrer"),
    browsers: top("browser"),
    systems: top("os"),
    devices: top("device"),
    languages: top("language"),
    social: { network1: network("network1"), network2: network("network2"), network3: network("network3") },
  };
}

export interface DayClicks {
  /** YYYY-MM-DD in UTC */
  day: string;
  clicks: number;
  uniqueClicks: number;
  /** not among `clicks` */
  robots: number;
}

/** The clicks of each day of a period, days without any included, the earliest first. */
export async function clicksOverTime(subject: ClickSubject, id: number, period: Period): Promise<DayClicks[]> {
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
}
