// Browsers load this too: nothing heavy.

/** What a list of links can show of each, beside what it is known by. */
export const listColumns = ["destination", "campaign", "tags", "lately", "clicks", "created"] as const;

export const pageSizes = [20, 50, 100] as const;
