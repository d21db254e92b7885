const FIRST_MS = 5_000;
const FACTOR = 3;
const LONGEST_MS = 4 * 3_600_000;

/** For so long a delivery is tried again. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** How long after its failed attempt of this number (1: the first) a delivery is tried again: 5 s, 15 s, … 1 h, 3 h, then every 4 h. */
export const delayAfter = (attempt: number): number => Math.min(LONGEST_MS, FIRST_MS * FACTOR ** (attempt - 1));
