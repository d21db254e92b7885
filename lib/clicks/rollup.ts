import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";
import { type Agent, type SocialNetwork, UNKNOWN } from "./enrich";

/** A click as statistics see it. */
export interface EnrichedClick extends Agent {
  /** milliseconds since 1970 */
  at: number;
  subjects: Map<ClickSubject, number>;
  /** see `visitorOf`; null where the visitor asked not to be tracked */
  visitor: string | null;
  /** see `robotOf` */
  robot: string | null;
  country: string | null;
  language: string | null;
  referrer: string;
  social: SocialNetwork | null;
}

export interface RollupRow {
  subject: ClickSubject;
  subjectId: number;
  robot: boolean;
  dimension: ClickDimension;
  /** YYYY-MM-DD in UTC, or `ALL_TIME` */
  day: string;
  value: string;
  clicks: number;
  /** of these, how many were their visitor's first: the days of a subject add up to its total */
  unique: number;
}

/** The day under which the sum over all days is kept. */
export const ALL_TIME = "1970-01-01";

type Counts = Map<string, { clicks: number; unique: number }>;

interface Group extends Pick<RollupRow, "subject" | "subjectId" | "robot" | "day"> {
  dimensions: Map<ClickDimension, Counts>;
}

/** Adds up the clicks of a batch. */
export class Rollup {
  private readonly groups = new Map<string, Group>();

  /** Counts a click for one of its subjects. */
  add(subject: ClickSubject, subjectId: number, click: EnrichedClick, unique: boolean): void {
    const day = dayOf(click.at);
    // Both at once: the sum over all days is as cheap to read as one day.
    for (const group of [this.group(subject, subjectId, click, day), this.group(subject, subjectId, click, ALL_TIME)]) {
      count(group, "total", "", unique);
      count(group, "country", click.country ?? UNKNOWN, unique);
      count(group, "referrer", click.referrer, unique);
      count(group, "browser", click.browser, unique);
      count(group, "os", click.os, unique);
      count(group, "device", click.device, unique);
      count(group, "language", click.language ?? UNKNOWN, unique);
      if (click.social !== null) count(group, "social", click.social, unique);
    }
  }

  /** One row a key, in an order that is the same for everybody: two drains that write the same rows cannot deadlock. */
  rows(): RollupRow[] {
    const rows: RollupRow[] = [];
    for (const key of [...this.groups.keys()].sort()) {
      const { dimensions, ...rest } = this.groups.get(key) as Group;
      for (const [dimension, counts] of dimensions) {
        for (const value of [...counts.keys()].sort()) {
          rows.push({ ...rest, dimension, value, ...(counts.get(value) as { clicks: number; unique: number }) });
        }
      }
    }
    return rows;
  }

  private group(subject: ClickSubject, subjectId: number, click: EnrichedClick, day: string): Group {
    const robot = click.robot !== null;
    const key = `${subject} ${subjectId} ${robot} ${day}`;
    let group = this.groups.get(key);
    if (!group) {
      group = { subject, subjectId, robot, day, dimensions: new Map() };
      this.groups.set(key, group);
    }
    return group;
  }
}

function count(group: Group, dimension: ClickDimension, value: string, unique: boolean): void {
  let counts = group.dimensions.get(dimension);
  if (!counts) {
    counts = new Map();
    group.dimensions.set(dimension, counts);
  }
  let entry = counts.get(value);
  if (!entry) {
    entry = { clicks: 0, unique: 0 };
    counts.set(value, entry);
  }
  entry.clicks += 1;
  if (unique) entry.unique += 1;
}

let lastDay = { number: 0, text: ALL_TIME };

function dayOf(at: number): string {
  const number = Math.floor(at / 86_400_000);
  if (number !== lastDay.number) lastDay = { number, text: new Date(at).toISOString().slice(0, 10) };
  return lastDay.text;
}
