/**
 * So many of a thing's visitors are kept of each day: those with the lowest hashes. A day with fewer has all of them, and is
 * counted exactly. From a day with more the number is estimated, with a standard error of 1 / sqrt(4,096), or 1.6 %: the
 * k-minimum-values sketch of Bar-Yossef et al., "Counting distinct elements in a data stream" (2002), with the unbiased
 * estimator (k - 1) / U(k). Two days are put together by putting their hashes together, so nobody counts twice.
 */
export const KEPT_VISITORS = 4_096;

/** What was counted of the visitors of some days. */
export interface VisitorCount {
  /** different hashes below `lowest`, or all of them where that is null */
  met: number;
  /** the lowest of the hashes at which a day's list ends before its visitors do: a signed number of 32 bits */
  lowest: number | null;
  /** visitors known by number alone: see `ClickDayVisitors.newOnly` */
  newOnly: number;
}

/** How many different visitors there were. */
export function visitorsFrom({ met, lowest, newOnly }: VisitorCount): number {
  const part = lowest === null ? 1 : (lowest + 2 ** 31) / 2 ** 32;
  return Math.round(met / part) + newOnly;
}
