import type { ClickSubject } from "@/generated/prisma/enums";
import type { Difference } from "./difference";

/** A month by its first day and the first one after it. */
export interface Month {
  start: string;
  end: string;
}

/** One of `many` differences, of which only the first are told. */
export type Found = Difference & { many: number };

/** Counts clicks again, a part at a time: each part from one state of what is kept. */
export interface Recount {
  /** The months that may have anything to compare: those of which not all clicks have been erased. */
  months(): Promise<Month[]>;
  /** How many clicks a month has, and what its roll-ups say otherwise than they do. */
  days(month: Month): Promise<{ clicks: number; found: Found[] }>;
  /** What accounts were counted in a month otherwise than its clicks say. */
  usage(month: Month): Promise<Found[]>;
  /** What the totals of `IDS` subjects from an id on, and what is shown of them, say otherwise than the days do: lists. */
  totals(subject: ClickSubject, from: number): Promise<Found[][]>;
}

/** Ids of which one statement looks at the totals. */
export const IDS = 20_000;
/** So many differences of each list are told. */
export const MOST = 200;
