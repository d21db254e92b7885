const FIRST_MS = 5_000;
const FACTOR = 3;
const LONGEST_MS = 4 * 3_600_000;

/** How long a delivery or a mail is retried. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/**
 * Returns the wait after the failed attempt of this number (1 is the first): 5 s, 15 s, … 1 h, 3 h, then 4 h each time.
 */
export const delayAfter = (attempt: number): number => Math.min(LONGEST_MS, FIRST_MS * FACTOR ** (attempt - 1));
