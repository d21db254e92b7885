import type { FactName } from "./stored-columns";

/** The facts of a stored click that can decide its visitor's destination, and those that did. */
export type FactColumn = "at" | FactName;

/** Which of a link's clicks by people to read: the newest `most`. */
export interface FactQuery {
  linkId: number;
  /** milliseconds since 1970; `to` is excluded */
  from: number;
  to: number;
  /** maximum number of clicks */
  most: number;
  /** number of clicks a month whose detail is shown; null for all: those beyond are `locked` */
  limit: number | null;
  /** columns to read; sending the others would take longer than everything else */
  needed: FactColumn[];
}

/**
 * The number of clicks that a line represents, the time of the first one (ms since 1970) and whether they are locked.
 */
const head = ["clicks", "at", "locked"] as const;

export type LineColumn = FactColumn | (typeof head)[number];

/** Returns the columns of a line after its head. */
export const factsIn = (needed: FactColumn[]) => needed.filter((column) => column !== "at");

/** Returns the columns of a line in order. */
export const lineColumns = (needed: FactColumn[]): LineColumn[] => [...head, ...factsIn(needed)];

/**
 * Returns whether equal clicks are combined into one line: if no column differs from click to click.
 */
export const areCounted = (needed: FactColumn[]) => !needed.includes("at") && !needed.includes("visitor");

/** Represents null. Both stores write a row as a line of values separated by tabs. */
export const NOTHING = "\\N";
