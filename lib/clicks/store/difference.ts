import type { ClickSubject } from "@/generated/prisma/enums";
import { ALL_TIME } from "./period";

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
