import { folded } from "@/lib/contract/folded";

/** A part of the reference that the search can find. */
export interface Entry {
  /** the address of its page */
  page: string;
  id: string;
  title: string;
  /** only for operations */
  method: string;
  path: string;
  fields: string[];
}

interface Hit extends Entry {
  /** the field that matched, if neither title nor path contain the word */
  field?: string;
}

/** The entries that contain every word of `query` in title, method, path, id or field: the best first, at most 20. */
export function find(entries: Entry[], query: string): Hit[] {
  const words = folded(query).split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  const found = entries.flatMap((entry) => {
    const matches = words.map((word) => match(entry, word));
    if (matches.some(({ rank }) => rank === 0)) return [];
    const rank = matches.reduce((sum, { rank }) => sum + rank, 0);
    return [{ rank, hit: { ...entry, field: matches.find(({ field }) => field)?.field } }];
  });
  return found
    .sort((a, b) => b.rank - a.rank)
    .slice(0, 20)
    .map(({ hit }) => hit);
}

function match({ id, title, method, path, fields }: Entry, word: string): { rank: number; field?: string } {
  const name = folded(title);
  if (name.startsWith(word) || name.includes(` ${word}`)) return { rank: 5 };
  if (method.toLowerCase() === word || folded(path).includes(word)) return { rank: 4 };
  if (name.includes(word) || folded(id).includes(word)) return { rank: 3 };
  const exact = fields.find((field) => folded(field) === word);
  if (exact) return { rank: 2, field: exact };
  const part = fields.find((field) => folded(field).includes(word));
  return part ? { rank: 1, field: part } : { rank: 0 };
}
