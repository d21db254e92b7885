import { peek, processSingleton } from "@/lib/platform/singleton";

/** How the storing of clicks goes. Times are those of `Date.now()`, durations in ms. */
export interface DrainReport {
  at: number;
  /** that wait to be stored */
  bytes: number;
  /** when the oldest of them was recorded; null where none waits */
  oldestAt: number | null;
  quarantined: number;
  /** since the service was started */
  clicks: number;
  batches: number;
  errors: number;
  /** of the last batch */
  batchClicks: number;
  batchMs: number;
  /** when something was stored, or nothing waited */
  progressedAt: number;
}

interface Kept {
  report?: DrainReport;
}

const kept = () => processSingleton<Kept>("drainReport", () => ({}));

/** Keeps what the drain has told last, for this process. */
export function keepDrainReport(report: DrainReport): void {
  kept().report = report;
}

/** Undefined where there is no drain, or it has not told anything yet. */
export const drainReport = (): DrainReport | undefined => peek<Kept>("drainReport")?.report;

/** How long the oldest click has waited, in ms: 0 where none waits. */
export const oldestWaits = ({ oldestAt }: DrainReport, now = Date.now()) =>
  oldestAt === null ? 0 : Math.max(0, now - oldestAt);

/** How long clicks have waited while none was stored, or the drain has said nothing at all, in ms. */
export const standsStill = ({ at, bytes, progressedAt }: DrainReport, now = Date.now()) =>
  Math.max(0, now - at, bytes > 0 ? now - progressedAt : 0);
