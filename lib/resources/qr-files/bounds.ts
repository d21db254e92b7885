/** The most links whose codes are in one file. */
export const mostCodes = 1_000;

/** Pictures with large logos can take a megabyte each. */
export const mostBytes = 2 ** 30;
