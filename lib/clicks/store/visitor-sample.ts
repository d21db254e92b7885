/**
 * The number of visitors in the list of a subject and day: those with the lowest hashes. A day with fewer visitors is
 * counted exactly. A day with more is estimated, with a standard error of 1 / sqrt(4,096), or 1.6 %. This is the
 * k-minimum-values sketch of Bar-Yossef et al., "Counting distinct elements in a data stream" (2002), with the unbiased
 * estimator (k - 1) / U(k). The lists of several days are merged, so a visitor who comes on two days counts once.
 */
export const KEPT_VISITORS = 4_096;

/** The visitor counts of some days. */
export interface VisitorCount {
  /** number of different hashes below `lowest`, or of all hashes if `lowest` is null */
  met: number;
  /** the lowest hash at which a list was cut (signed, 32 bits); null where no list was cut */
  lowest: number | null;
  /** visitors that are only known by number: see `ClickDayVisitors.newOnly` */
  newOnly: number;
}

/** Returns the number of different visitors. */
export function visitorsFrom({ met, lowest, newOnly }: VisitorCount): number {
  const part = lowest === null ? 1 : (lowest + 2 ** 31) / 2 ** 32;
  return Math.round(met / part) + newOnly;
}
