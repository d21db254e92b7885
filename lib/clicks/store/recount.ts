import type { ClickSubject } from "@/generated/prisma/enums";
import { ALL_TIME } from "./period";

/** A month: its first day, and the first day after it. */
export interface Month {
  start: string;
  end: string;
}

/** One of `many` differences. Only the first ones are reported. */
export type Found = Difference & { many: number };

/** Counts clicks again in parts. Each part reads one consistent state of the data. */
export interface Recount {
  /** Returns the months that can be compared: those that still have clicks. */
  months(): Promise<Month[]>;
  /** Returns the number of clicks in a month, and where its roll-ups differ from its clicks. */
  days(month: Month): Promise<{ clicks: number; found: Found[] }>;
  /** Returns where the usage of accounts in a month differs from its clicks. */
  usage(month: Month): Promise<Found[]>;
  /**
   * Returns two kinds of lists for the next `IDS` subjects from an id on: where totals differ from the sums of days, and
   * where displayed counters differ from totals.
   */
  totals(subject: ClickSubject, from: number): Promise<Found[][]>;
}

/** Number of ids whose totals one statement checks. */
export const IDS = 20_000;
/** Maximum number of differences that each list reports. */
export const MOST = 200;

/** A stored number that differs from the number counted from its source. */
export interface Difference {
  /** where the wrong number is stored */
  of: "day" | "total" | "counter" | "visitors" | "usage";
  /** `user` for the usage of an account */
  subject: ClickSubject | "user";
  id: number;
  /** YYYY-MM-DD; the first day of a month for monthly numbers */
  day?: string;
  robot?: boolean;
  /** counts clicks beyond this many of the account's in their month; 0 for clicks within the limit */
  beyond?: number;
  /** `total` for clicks, `unique` for visitors, or a `ClickDimension` */
  dimension: string;
  value: string;
  kept: number;
  found: number;
}

const sources: Record<Difference["of"], string> = {
  day: "the clicks say",
  total: "its days together say",
  counter: "the roll-ups say",
  visitors: "the visitors who are known say",
  usage: "the clicks say",
};

/** Returns for example `link 12, 2026-11-20, country FR: 5 are counted, the clicks say 4.` */
export function describeDifference({
  of,
  subject,
  id,
  day,
  robot,
  beyond,
  dimension,
  value,
  kept,
  found,
}: Difference): string {
  const what = { total: "clicks", unique: "visitors" }[dimension] ?? `${dimension} ${value}`;
  const where = [
    `${subject} ${id}`,
    of === "counter" ? "counter" : undefined,
    day === undefined || day === ALL_TIME ? undefined : of === "usage" ? day.slice(0, 7) : day,
    robot ? "robots" : undefined,
    beyond ? `beyond ${beyond}` : undefined,
  ];
  return `${where.filter(Boolean).join(", ")}: ${what}: ${kept} counted, ${sources[of]} ${found}.`;
}
