/** Chance makes larger differences so seldom that one is taken for real. */
export const SIGNIFICANT = 0.05;
/** Smaller ones are told as less than this. */
export const LEAST_TOLD = 0.001;
