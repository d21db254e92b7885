import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";

/** What clicks can be narrowed down by. Each is a column of `clicks`, by the same name. */
export const filterDimensions = [
  "country",
  "region",
  "city",
  "referrer",
  "browser",
  "os",
  "device",
  "language",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "class",
  "robot",
  "variant",
] as const satisfies ClickDimension[];

export type FilterDimension = (typeof filterDimensions)[number];

/** Of each the one value that counts; without, all of them. */
export type Filters = Partial<Record<FilterDimension, string>>;

/** Where a click has none, it counts as `UNKNOWN`. */
export const saysUnknown = (dimension: FilterDimension) =>
  ["country", "region", "city", "language"].includes(dimension);

/**
 * Roll-ups know no hours, no time zones, and not which visitors from France use Firefox: that is counted from the clicks
 * themselves. Their newest so many are read, by the index of what was clicked, however many there are and however few of
 * them fit: so the cost has a bound. Whoever asks is told how far back they reach.
 */
export const MOST_CLICKS = 100_000;

/** So many values are listed of what is asked for as a whole. */
export const MOST_VALUES = 500;

export interface Selection {
  subject: ClickSubject;
  id: number;
  /** milliseconds since 1970, the last one excluded: the samples are of all of it, the values from `from` on */
  before: number;
  from: number;
  to: number;
  /** also counts robots among the values */
  robots: boolean;
  filters: Filters;
  /** see `StatisticsOptions`. Where there are filters, what is beyond it fits none. */
  limit: number | null;
  /** reads the newest so many clicks, those included that do not fit */
  most: number;
  /** of what not the ten largest values are counted, but up to `MOST_VALUES` */
  whole?: FilterDimension;
}

/** What was clicked within some time from `at` (milliseconds since 1970) on. */
export interface Sample {
  at: number;
  clicks: number;
  /** not among `clicks` */
  robots: number;
}

/**
 * What was counted of one value, over the days that were asked for; `total` has one, the empty text, and so have `visitors`, those
 * who met the thing for the first time, `locked`, the clicks beyond the limit, `robots`, all that are no person's, and `in_region` and `in_city`, those of which it is known.
 */
export interface CountedValue {
  dimension: ClickDimension | "visitors" | "locked" | "robots" | "in_region" | "in_city";
  value: string;
  clicks: number;
}

export interface SelectedClicks {
  /** a quarter of an hour each: every time zone begins its days and hours with one */
  samples: Sample[];
  /** how many different visitors the people among the samples are */
  visitors: number;
  values: CountedValue[];
  /** when the earliest click was that was read, where there may be others before it */
  since: number | null;
}

export const QUARTER_MS = 15 * 60_000;
