// Browsers load this file too: import nothing heavy.

/** The optional columns of a list of links. */
export const listColumns = ["destination", "campaign", "tags", "lately", "clicks", "created"] as const;

export const pageSizes = [20, 50, 100] as const;
