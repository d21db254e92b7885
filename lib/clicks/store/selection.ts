import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";

/** The dimensions by which clicks can be filtered. Each is a column of `clicks` with the same name. */
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

/** The one value per dimension that counts. A dimension without a value is not filtered. */
export type Filters = Partial<Record<FilterDimension, string>>;

/** Returns whether clicks without a value count as `UNKNOWN` in this dimension. */
export const countsUnknown = (dimension: FilterDimension) =>
  ["country", "region", "city", "language"].includes(dimension);

/**
 * Roll-ups contain no hours, no time zones and no combinations such as visitors from France with Firefox: these are
 * counted from the clicks themselves. At most this many are read, newest first, by the index of the subject, whether
 * they match or not, so the cost is bounded. The result says how far back it reaches.
 */
export const MOST_CLICKS = 100_000;

/** Maximum number of values of a dimension whose values are all listed. */
export const MOST_VALUES = 500;

export interface Selection {
  subject: ClickSubject;
  id: number;
  /** milliseconds since 1970; samples cover `before` to `to`, values cover `from` to `to`; `to` is excluded */
  before: number;
  from: number;
  to: number;
  /** also counts bots among the values */
  robots: boolean;
  filters: Filters;
  /** see `StatisticsOptions`; clicks beyond the limit match no filter */
  limit: number | null;
  /** maximum number of clicks to read, newest first, including those that do not match */
  most: number;
  /** dimension that lists up to `MOST_VALUES` values instead of the ten largest */
  whole?: FilterDimension;
}

/** The clicks in a stretch of time that begins at `at` (milliseconds since 1970). */
export interface Sample {
  at: number;
  clicks: number;
  /** not included in `clicks` */
  robots: number;
}

/**
 * The count of one value over the requested days. Some dimensions have a single value, the empty text: `total`;
 * `visitors`, who clicked on the subject for the first time; `locked`, the clicks beyond the limit; `robots`, all
 * visits by bots; `in_region` and `in_city`, the clicks with a known region or city.
 */
export interface CountedValue {
  dimension: ClickDimension | "visitors" | "locked" | "robots" | "in_region" | "in_city";
  value: string;
  clicks: number;
}

export interface SelectedClicks {
  /** a quarter of an hour each: days and hours begin with one in every time zone */
  samples: Sample[];
  /** number of different visitors among the people in the samples */
  visitors: number;
  values: CountedValue[];
  /** time of the earliest click that was read, if there may be earlier ones; else null */
  since: number | null;
}

export const QUARTER_MS = 15 * 60_000;
