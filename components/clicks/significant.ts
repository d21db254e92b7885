/** Smaller values are shown as “less than” this one. */
export const LEAST_SHOWN = 0.001;
