/** What a stored click tells that can decide where its visitor goes, and what did decide, in the order in which it is read. */
export const factColumns = [
  "at",
  "visitor",
  "country",
  "region",
  "city",
  "language",
  "browser",
  "os",
  "device",
  "devices",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "rule",
  "variant",
  "locked",
] as const;

export type FactColumn = (typeof factColumns)[number];

/** Which of a link's clicks by people are read, the newest first. */
export interface FactQuery {
  linkId: number;
  /** milliseconds since 1970, the last one excluded */
  from: number;
  to: number;
  /** no more than these */
  most: number;
  /** of how many clicks a month the detail is told; null for all: those beyond are `locked` */
  limit: number | null;
  /** the others are left empty: to send them would take longer than all the rest */
  needed: FactColumn[];
}

/** Both stores write a row as a line: its values between tabs, with this for none. */
export const NOTHING = "\\N";
