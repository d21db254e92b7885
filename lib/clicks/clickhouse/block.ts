import { createHash } from "node:crypto";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { clicksByDay, sealFrom } from "@/lib/clicks/postgres/segments";
import { namedColumns, writeField } from "./tables";

/** A part of a journal that has been counted in Postgres, with the decisions made there. */
export interface Block {
  journal: string;
  from: number;
  clicks: EnrichedClick[];
}

const bits: Record<ClickSubject, number> = { link: 1, qr: 2, campaign: 4, bio: 8 };
const FIRST = 4;

/**
 * Returns a byte for each click: which of its subjects count, and which of these its visitor clicked on for the first
 * time.
 */
export function encodeSubjects(clicks: EnrichedClick[]): Buffer {
  return Buffer.from(
    clicks.map(({ subjects }) =>
      subjects.reduce((byte, { subject, first }) => byte | bits[subject] | (first ? bits[subject] << FIRST : 0), 0),
    ),
  );
}

/** Returns a byte for each click: whether it is its visitor's first on the variant. */
export const encodeVariants = (clicks: EnrichedClick[]) =>
  Buffer.from(clicks.map((click) => Number(click.firstOfVariant)));

/** Returns the limit that each click is beyond; empty if no click is beyond one. */
export const encodeBeyond = (clicks: EnrichedClick[]): number[] =>
  clicks.some(({ beyond }) => beyond > 0) ? clicks.map(({ beyond }) => beyond) : [];

/** Returns the clicks with the decisions that were made. Surplus bytes are ignored. */
export function decodeClicks(
  clicks: EnrichedClick[],
  decided: Buffer,
  beyond: number[],
  variants: Buffer,
): EnrichedClick[] {
  return clicks.map((click, index) => {
    const byte = decided[index] ?? 0;
    const kept = click.subjects.filter(({ subject }) => byte & bits[subject]);
    const subjects = kept.map((one) => ({ ...one, first: (byte & (bits[one.subject] << FIRST)) !== 0 }));
    return { ...click, subjects, beyond: beyond[index] ?? 0, firstOfVariant: variants[index] === 1 };
  });
}

/** The precision of ClickHouse's times in milliseconds. */
export const EXACT_MS = 1_000;

/** Gives the clicks of a block the same ids as when it was counted: those of each day ascend from its first id. */
export function restoreIds(clicks: EnrichedClick[], firstIds: Map<string, number>): void {
  const stored = clicks.filter(({ subjects }) => subjects.length > 0);
  for (const [day, ofDay] of clicksByDay(stored)) {
    const first = firstIds.get(day);
    if (first !== undefined) sealFrom(first, ofDay, EXACT_MS);
  }
}

/** Yields the block's rows of the table `clicks` as tab-separated lines. */
export function* clickLines({ journal, from, clicks }: Block): Generator<string> {
  const block = createHash("sha256").update(`${journal}:${from}`).digest().readBigUInt64BE();
  for (const [line, click] of clicks.entries()) if (click.subjects.length > 0) yield writeClickLine(click, block, line);
}

/**
 * Returns a row of the table `clicks`. It replaces a row with the same block, line and moment on the same link. `ms` is
 * the part of its time below a second that its seal covers.
 */
export function writeClickLine(click: EnrichedClick, block: bigint | string, line: number, ms = 0): string {
  let text = `${new Date(click.at).toISOString().slice(0, 10)}\t${Math.floor(click.at / 1_000)}`;
  for (const column of namedColumns) text += `\t${writeField(column, column.of(click))}`;
  return `${text}\t${click.seal === "" ? 0 : BigInt(`0x${click.seal}`)}\t${block}\t${line}\t${ms}\n`;
}
