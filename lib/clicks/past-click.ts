/** What is kept of a click that rules can judge it by. */
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

/** The newest clicks, the latest first, some at a time. */
export type ReadPast = (most: number) => AsyncGenerator<PastClick[]>;

/** So many at a time. */
export const PAST_BATCH = 20_000;
