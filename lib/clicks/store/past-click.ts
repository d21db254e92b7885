/** The stored facts of a click that rules can judge. */
export interface PastClick {
  /** milliseconds since 1970 */
  at: number;
  link: number;
  qr: number;
  bio: number;
  referrer: string | null;
  robot: string | null;
  class: string | null;
  network: number | null;
  agent: number | null;
}

/** Yields the newest clicks in batches, newest first. */
export type ReadPast = (most: number) => AsyncGenerator<PastClick[]>;

/** Number of clicks in a batch. */
export const PAST_BATCH = 20_000;
