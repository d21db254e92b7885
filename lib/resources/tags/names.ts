// Without schemas: browsers load this too.

/** Tags of one link. */
export const maxTags = 20;

export const maxTagLength = 64;

/** The form in which names are compared. */
export const foldTag = (name: string) => name.normalize("NFC").toLowerCase();

/** A name as a tag can have it, of whatever another service calls a tag; empty where nothing is left. */
export const tagNameOf = (text: string) =>
  text
    .replace(/[,\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxTagLength)
    // Half of a character, where it was cut.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
