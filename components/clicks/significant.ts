/** Smaller values are shown as “less than” this one. */
export const LEAST_TOLD = 0.001;
