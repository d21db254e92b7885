import { type ImportOutcome, importOutcomes } from "./outcomes";

/** The number of rows by outcome. `partial` counts those that are or become links but lose something. */
export type Counts = Record<ImportOutcome | "partial", number>;

export const parseCounts = (stored: unknown): Counts => ({
  ...(Object.fromEntries([...importOutcomes, "partial"].map((at) => [at, 0])) as Counts),
  ...(stored as Partial<Counts>),
});

const lost: ImportOutcome[] = ["invalid", "repeated", "present", "left"];

/** Adds `rows`, which may be negative, to an outcome. */
export function count(counts: Counts, outcome: ImportOutcome, partial: boolean, rows = 1): void {
  counts[outcome] += rows;
  if (partial && !lost.includes(outcome)) counts.partial += rows;
}

export const sumRows = (counts: Record<ImportOutcome, number>) =>
  importOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
