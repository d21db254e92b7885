import { frequentTrigrams } from "./frequent-trigrams";

/** The most words that are searched one by one. A frequent word costs as much as the first. */
const most = 8;

/** The words of a search, and what the text index looks up to find them. */
export interface SearchedWords {
  /** A text matches if it contains all of these. */
  words: string[];
  /** The words, or parts of them. A text with all words contains all of these too. */
  indexed: string[];
}

/** Returns the words of a search. From the eighth on, they are one phrase. */
export function searchWordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== "");
  return words.length <= most ? words : [...words.slice(0, most - 1), words.slice(most - 1).join(" ")];
}

/** Chooses what the text index looks up, so that it does not read long lists of links that all have the same letters. */
export async function withIndexed(words: string[]): Promise<SearchedWords> {
  const frequent = await frequentTrigrams();
  const indexed = words.map((word) => rarePartOf(word, frequent)).filter((part) => part !== undefined);
  return { words, indexed: indexed.length > 0 ? indexed : words };
}

/**
 * Returns the longest part of a word without frequent trigrams. Returns undefined if all trigrams are frequent, and the
 * word itself if its parts might be stored in another form, or if it has no part that the text index can look up.
 */
export function rarePartOf(word: string, frequent: ReadonlySet<string>): string | undefined {
  if (!/^[ -~]{3,}$/.test(word)) return word;
  const letters = word.toLowerCase();
  let longest = "";
  let start = 0;
  for (let at = 0; at <= letters.length - 2; at++) {
    const trigram = letters.slice(at, at + 3);
    if (trigram.length === 3 && !frequent.has(trigram)) continue;
    const part = letters.slice(start, at + 2);
    if (part.length > Math.max(2, longest.length)) longest = part;
    start = at + 1;
  }
  if (longest === "") return undefined;
  return /[a-z0-9]{3}/.test(longest) ? longest : word;
}

/**
 * Returns an SQL condition for texts with all the words, and appends its parameters to `values`. The function that it
 * uses is in prisma/sql/links.sql.
 */
export const containsWords = (text: string, words: string[], values: unknown[]): string =>
  words.map((word) => `${text} LIKE search_pattern($${values.push(word)})`).join(" AND ");

/** As `containsWords`, for a column with a text index. */
export function matchesWords(column: string, { words, indexed }: SearchedWords, values: unknown[]): string {
  const lookedUp = containsWords(column, indexed, values);
  const others = words.filter((word) => !indexed.includes(word));
  return others.length > 0 ? `${lookedUp} AND ${containsWords(unindexed(column), others, values)}` : lookedUp;
}

/** Returns an SQL expression for the same text that no index is used for. */
export const unindexed = (column: string) => `(${column} || '')`;
