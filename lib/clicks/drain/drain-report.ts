import { peek, processSingleton } from "@/lib/platform/singleton";

/** The state of storing clicks. Times are those of `Date.now()`, durations are in ms. */
export interface DrainReport {
  at: number;
  /** the bytes that are waiting to be stored */
  bytes: number;
  /** when the oldest waiting click was recorded; null if none waits */
  oldestAt: number | null;
  quarantined: number;
  /** since the service started */
  clicks: number;
  batches: number;
  errors: number;
  /** of the last batch */
  batchClicks: number;
  batchMs: number;
  /** when something was last stored or nothing was waiting */
  progressedAt: number;
}

interface Kept {
  report?: DrainReport;
}

const kept = () => processSingleton<Kept>("drainReport", () => ({}));

/** Keeps the latest report of the drain for this process. */
export function keepDrainReport(report: DrainReport): void {
  kept().report = report;
}

/** Returns the latest report of the drain; undefined without a drain or before its first report. */
export const drainReport = (): DrainReport | undefined => peek<Kept>("drainReport")?.report;

/** Returns how long the oldest click has waited, in ms; 0 if none waits. */
export const oldestWaitMs = ({ oldestAt }: DrainReport, now = Date.now()) =>
  oldestAt === null ? 0 : Math.max(0, now - oldestAt);

/** Returns how long (ms) clicks have waited without any being stored, or the drain has not reported at all. */
export const stalledMs = ({ at, bytes, progressedAt }: DrainReport, now = Date.now()) =>
  Math.max(0, now - at, bytes > 0 ? now - progressedAt : 0);
