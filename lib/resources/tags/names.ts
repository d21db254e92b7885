// This file has no schemas, because browsers load it too.

/** The most tags of one link. */
export const maxTags = 20;

export const maxTagLength = 64;

/** Returns the form in which names are compared. */
export const foldTag = (name: string) => name.normalize("NFC").toLowerCase();

/** Returns the names by their folded form, in their order. Of several spellings of a name, the first is used. */
export function firstSpellings(names: string[]): Map<string, string> {
  const spellings = new Map<string, string>();
  for (const name of names) if (!spellings.has(foldTag(name))) spellings.set(foldTag(name), name);
  return spellings;
}

/** Turns the name of another service's tag into a valid one; empty if nothing is left. */
export const tagNameOf = (text: string) =>
  text
    .replace(/[,\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxTagLength)
    // Removes half of a character that was cut.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
