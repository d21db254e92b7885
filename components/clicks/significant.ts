/** Smaller ones are told as less than this. */
export const LEAST_TOLD = 0.001;
