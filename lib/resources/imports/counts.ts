import { type ImportOutcome, importOutcomes } from "./schema";

/** How many rows of an import stand where; `partial`: of those that are or become links, how many lose something. */
export type Counts = Record<ImportOutcome | "partial", number>;

export const countsOf = (stored: unknown): Counts => ({
  ...(Object.fromEntries([...importOutcomes, "partial"].map((at) => [at, 0])) as Counts),
  ...(stored as Partial<Counts>),
});

const lost: ImportOutcome[] = ["invalid", "repeated", "present", "left"];

/** Counts `rows` more at an outcome, or fewer where that is negative. */
export function count(counts: Counts, outcome: ImportOutcome, partial: boolean, rows = 1): void {
  counts[outcome] += rows;
  if (partial && !lost.includes(outcome)) counts.partial += rows;
}

export const rowsOf = (counts: Record<ImportOutcome, number>) =>
  importOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
