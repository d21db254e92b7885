import type { ClickSubject } from "@/generated/prisma/enums";
import type { Difference } from "./difference";

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
