/** What a search looks for one by one. Each costs as much as the first where it is in many texts. */
const most = 8;

/** The words of a search, each of which is found for itself. Beyond the eighth they are found as they stand, in one piece. */
export function wordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== "");
  return words.length <= most ? words : [...words.slice(0, most - 1), words.slice(most - 1).join(" ")];
}

/** Whether a text has all the words, in SQL whose `values` they join. What that compares is prisma/sql/links.sql's. */
export const hasWords = (text: string, words: string[], values: unknown[]): string =>
  words.map((word) => `${text} LIKE search_pattern($${values.push(word)})`).join(" AND ");
