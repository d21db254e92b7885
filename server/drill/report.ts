import type { Stored } from "./stored";
import type { Visits } from "./visitors";

/** The result of one step of a drill. */
export interface StepReport extends Visits {
  step: string;
  /** the reason if the step was skipped; its numbers are then 0 */
  skipped?: string;
  /** visits that were redirected but not recorded: `refused` of /api/health, on a full disk */
  refused: number;
  stored: number;
  /** acknowledged, but neither stored nor refused */
  lost: number;
  /** stored more often than visited */
  doubled: number;
  seconds: number;
}

export interface DrillReport {
  seed: number;
  visits: number;
  workers: number;
  steps: StepReport[];
  lost: number;
  doubled: number;
  seconds: number;
}

const NOBODY: Visits = { answered: 0, inFlight: 0, turnedAway: 0 };

export const skippedStep = (step: string, skipped: string): StepReport => ({
  ...{ step, skipped, ...NOBODY },
  ...{ refused: 0, stored: 0, lost: 0, doubled: 0, seconds: 0 },
});

/**
 * Rows and counters must agree. A click that is missing in one of them is lost. A click that is there twice is doubled.
 */
export function judge(visits: Visits, refused: number, stored: Stored | undefined) {
  const { rows, counted } = stored ?? { rows: 0, counted: 0 };
  const recorded = visits.answered - refused;
  return {
    ...visits,
    refused,
    stored: rows,
    lost: Math.max(0, recorded - Math.min(rows, counted)),
    doubled: Math.max(0, Math.max(rows, counted) - recorded - visits.inFlight),
  };
}

const COLUMNS = ["answered", "refused", "inFlight", "turnedAway", "stored", "lost", "doubled"] as const;
const HEADINGS = ["step", "answered", "refused", "in flight", "turned away", "stored", "lost", "doubled", "seconds"];

export function textOf({ seed, visits, workers, steps, lost, doubled, seconds }: DrillReport): string {
  const rows = steps.map((one) =>
    one.skipped === undefined
      ? [one.step, ...COLUMNS.map((column) => `${one[column]}`), one.seconds.toFixed(1)]
      : [one.step, `skipped: ${one.skipped}`],
  );
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row.length > 2 || column === 0 ? (row[column] ?? "").length : 0))),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 || cells.length === 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const skipped = steps.filter((one) => one.skipped !== undefined).length;
  const end = lost + doubled === 0 ? "Nothing acknowledged was lost or doubled" : `LOST ${lost}, DOUBLED ${doubled}`;
  const left = skipped > 0 ? `; ${skipped} of ${steps.length} steps were skipped` : "";
  return [
    `Drill of ${visits} visits a step on ${workers} workers. --seed ${seed} breaks at the same visits again.`,
    "",
    ...[HEADINGS, ...rows].map(line),
    "",
    `${end}${left}. ${seconds.toFixed(1)} s.`,
  ].join("\n");
}
