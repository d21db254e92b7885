// This file has no schemas, because browsers load it too.

/** The most tags of one link. */
export const maxTags = 20;

export const maxTagLength = 64;

/** Returns the form in which names are compared. */
export const foldTag = (name: string) => name.normalize("NFC").toLowerCase();

/** Turns the name of another service's tag into a valid one; empty if nothing is left. */
export const tagNameOf = (text: string) =>
  text
    .replace(/[,\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxTagLength)
    // Removes half of a character that was cut.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
