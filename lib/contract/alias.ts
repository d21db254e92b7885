/** The name of an address in the cache of links, and in the database's `link_changed` notifications. */
export const linkKey = (domainId: number, foldedAlias: string) => `${domainId}:${foldedAlias}`;

/** So many parts an alias has at most, with one `/` between each. */
export const maxAliasParts = 5;

const character = String.raw`[\p{L}\p{M}\p{Nd}_-]`;
const part = `${character}+(?:[.~+]+${character}+)*`;

/**
 * In JavaScript's syntax, which is also that of JSON Schema. `.`, `~` and `+` are inside of a part alone: behind an alias a
 * point belongs to the sentence around it, and `+` asks for the page about the link.
 */
export const aliasPattern = new RegExp(`^${part}(?:/${part}){0,4}$`, "u");

const written = String.raw`[^\s!-,./:-@\[-^\x60{-~]`;
const writtenPart = `${written}+(?:[.~+]+${written}+)*`;

/**
 * The same for the API's description: dialects without \\p, and JavaScript without its flag u, read it too. It lets through
 * what is no letter beyond ASCII.
 */
export const portableAliasPattern = `^${writtenPart}(?:/${writtenPart}){0,4}$`;

/** The same of an alias of one part with nothing inside. */
export const portableSlugPattern = `^${written}+$`;

/** Behind an alias it says that a visitor has done what the link leads to, so no alias ends like this. */
export const conversionEnding = "+done";

/** An alias of one part with nothing inside. It is faster to test than the whole pattern. */
const simple = /^[\p{L}\p{M}\p{Nd}_-]+$/u;

/** This form fits most aliases and is the fastest to test. Each of these aliases is its own folded form. */
const plain = /^[a-z0-9_-]{1,64}$/;

/** Whether a text can be an alias: 1 to 64 letters of any script, digits, `-`, `_`, and `.`, `~`, `+` inside, in up to five parts. */
export function isAlias(text: string): boolean {
  if (plain.test(text)) return true;
  return text.length <= 64 && (simple.test(text) || (aliasPattern.test(text) && !endsAsConversion(text)));
}

export const endsAsConversion = (alias: string) => alias.toLowerCase().endsWith(conversionEnding);

/** Longer texts are no alias with something behind it. The bound also keeps the pattern below fast. */
const longestWithTail = 256;

// An entity of HTML, or a character that is neither one of an alias nor `+`, with the marks that belong to it.
const left = String.raw`&(?:[a-z]{2,8}|#\w{1,6});|[^\p{L}\p{M}\p{Nd}_+-]\p{M}*`;
const tail = new RegExp(`(?:${left})(?:${left}|[_-])*$`, "iu");

/**
 * A text without what a sentence left behind an address: punctuation, blanks, symbols, characters that nobody sees, and
 * entities such as `&amp;`. Letters, digits and `+` stay, and `_` and `-` unless they are behind such a character. No alias
 * ends with what is taken off.
 */
export const withoutTail = (text: string) => (text.length > longestWithTail ? text : text.replace(tail, ""));

/** What follows the alias at the address of a link's QR code: a size, a format, or both. */
export const linkCodeEnding = /\/qr(?:\/(\d{1,5}))?(?:\.(png|svg|pdf))?$/;

/** The form in which aliases are compared: a link typed from paper works. */
export function foldAlias(alias: string): string {
  return plain.test(alias) ? alias : alias.normalize("NFC").toLowerCase();
}
