/** The most words that are searched one by one. A frequent word costs as much as the first. */
const most = 8;

/** Returns the words of a search. From the eighth on, they are one phrase. */
export function searchWordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== "");
  return words.length <= most ? words : [...words.slice(0, most - 1), words.slice(most - 1).join(" ")];
}

/**
 * Returns an SQL condition for texts with all the words, and appends its parameters to `values`. The function that it
 * uses is in prisma/sql/links.sql.
 */
export const matchesWords = (text: string, words: string[], values: unknown[]): string =>
  words.map((word) => `${text} LIKE search_pattern($${values.push(word)})`).join(" AND ");
