import type { ClickSubject } from "@/generated/prisma/enums";
import type { Statistics } from "./click-store";
import { lastDays } from "./period";
import { clicksOverTime, statisticsOf } from "./stats";

export interface ClickReport {
  /** the days of the period, the earliest first; `before` is the same day of the period before */
  days: { day: string; clicks: number; before: number }[];
  clicks: number;
  uniqueClicks: number;
  clicksBefore: number;
  uniqueClicksBefore: number;
  /** visits by robots in the period, whether or not they are counted */
  robots: number;
  top: Pick<Statistics, "countries" | "referrers" | "browsers" | "systems" | "devices" | "languages">;
}

/** The clicks of the last `days` days (UTC, today included) next to those of as many days before. */
export async function reportOf(
  subject: ClickSubject,
  id: number,
  { days, robots }: { days: number; robots: boolean },
): Promise<ClickReport> {
  const [both, top] = await Promise.all([
    clicksOverTime(subject, id, lastDays(days * 2)),
    statisticsOf(subject, id, { period: lastDays(days), robots }),
  ]);
  const counted = both.map((day) => ({ ...day, clicks: robots ? day.clicks + day.robots : day.clicks }));
  const before = counted.slice(0, days);
  const present = counted.slice(days);
  return {
    days: present.map(({ day, clicks }, index) => ({ day, clicks, before: before[index]?.clicks ?? 0 })),
    clicks: sum(present, "clicks"),
    uniqueClicks: sum(present, "uniqueClicks"),
    clicksBefore: sum(before, "clicks"),
    uniqueClicksBefore: sum(before, "uniqueClicks"),
    robots: sum(present, "robots"),
    top,
  };
}

function sum<Key extends string>(rows: Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
