/** What a stored click tells that can decide where its visitor goes, and what did decide. */
export type FactColumn =
  | "at"
  | "visitor"
  | "country"
  | "region"
  | "city"
  | "language"
  | "browser"
  | "os"
  | "device"
  | "devices"
  | "utm_source"
  | "utm_medium"
  | "utm_campaign"
  | "utm_term"
  | "utm_content"
  | "rule"
  | "variant";

/** Which of a link's clicks by people are read, the newest `most` of them. */
export interface FactQuery {
  linkId: number;
  /** milliseconds since 1970, the last one excluded */
  from: number;
  to: number;
  /** no more than these */
  most: number;
  /** of how many clicks a month the detail is told; null for all: those beyond are `locked` */
  limit: number | null;
  /** to send the others would take longer than all the rest */
  needed: FactColumn[];
}

/** How many clicks a line stands for; when the first of them was, in milliseconds since 1970; whether they are locked. */
const head = ["clicks", "at", "locked"] as const;

export type LineColumn = FactColumn | (typeof head)[number];

/** What a line tells after its head. */
export const factsIn = (needed: FactColumn[]) => needed.filter((column) => column !== "at");

/** The values of a line, in their order. */
export const lineColumns = (needed: FactColumn[]): LineColumn[] => [...head, ...factsIn(needed)];

/** Where nothing is asked that differs from click to click, clicks that are alike are one line. */
export const areCounted = (needed: FactColumn[]) => !needed.includes("at") && !needed.includes("visitor");

/** Both stores write a row as a line: its values between tabs, with this for none. */
export const NOTHING = "\\N";
