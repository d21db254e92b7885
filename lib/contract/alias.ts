/** The name of an address in the cache of links, and in the database's `link_changed` notifications. */
export const linkKey = (domainId: number, foldedAlias: string) => `${domainId}:${foldedAlias}`;

/** The most parts of an alias, separated by `/`. */
export const maxAliasParts = 5;

const character = String.raw`[\p{L}\p{M}\p{Nd}_-]`;
const part = `${character}+(?:[.~+]+${character}+)*`;

/**
 * In the syntax of JavaScript, which JSON Schema uses, too. `.`, `~` and `+` are allowed only inside a part: a dot
 * after an alias belongs to the sentence around it, and `+` asks for the page about the link.
 */
export const aliasPattern = new RegExp(`^${part}(?:/${part}){0,4}$`, "u");

const written = String.raw`[^\s!-,./:-@\[-^\x60{-~]`;
const writtenPart = `${written}+(?:[.~+]+${written}+)*`;

/**
 * The same pattern for the API's description. It avoids \\p and the u flag, which some readers do not support, so it
 * accepts every character beyond ASCII.
 */
export const portableAliasPattern = `^${writtenPart}(?:/${writtenPart}){0,4}$`;

/** The same pattern for an alias of one part with only letters, digits, `-` and `_`. */
export const portableSlugPattern = `^${written}+$`;

/** After an alias, this reports that a visitor has converted. So no alias may end with it. */
export const conversionEnding = "+done";

/** An alias of one part with only letters, digits, `-` and `_`. Faster to test than the whole pattern. */
const simple = /^[\p{L}\p{M}\p{Nd}_-]+$/u;

/** Matches most aliases and is the fastest to test. Each alias that it matches is its own folded form. */
const plain = /^[a-z0-9_-]{1,64}$/;

/**
 * Returns whether a text can be an alias: 1 to 64 letters of any script, digits, `-`, `_`, and `.`, `~`, `+` inside, in
 * up to five parts.
 */
export function isAlias(text: string): boolean {
  if (plain.test(text)) return true;
  return text.length <= 64 && (simple.test(text) || (aliasPattern.test(text) && !endsAsConversion(text)));
}

export const endsAsConversion = (alias: string) => alias.toLowerCase().endsWith(conversionEnding);

/** Longer texts are not looked up as an alias with something after it. This also keeps the pattern below fast. */
const longestWithTail = 256;

// An HTML entity, or a character that is neither allowed in aliases nor `+`, with its combining marks.
const left = String.raw`&(?:[a-z]{2,8}|#\w{1,6});|[^\p{L}\p{M}\p{Nd}_+-]\p{M}*`;
const tail = new RegExp(`(?:${left})(?:${left}|[_-])*$`, "iu");

/**
 * Removes what a sentence leaves at the end of an address: punctuation, spaces, symbols, invisible characters and
 * entities such as `&amp;`. Letters, digits and `+` stay, and so do `_` and `-` unless they follow such a character.
 * No alias ends with what is removed.
 */
export const withoutTail = (text: string) => (text.length > longestWithTail ? text : text.replace(tail, ""));

/** What follows the alias at the address of a link's QR code: a size, a format, or both. */
export const linkCodeEnding = /\/qr(?:\/(\d{1,5}))?(?:\.(png|svg|pdf))?$/;

/** The form in which aliases are compared, so that a link typed from paper works. */
export function foldAlias(alias: string): string {
  return plain.test(alias) ? alias : alias.normalize("NFC").toLowerCase();
}

// Separate from alias.ts, because browsers load that file with the link forms.

/** Files that browsers, phones and crawlers request by themselves. They are never links. */
const machineFiles = new Set(
  `ads.txt app-ads.txt apple-icon.png browserconfig.xml clientaccesspolicy.xml crossdomain.xml favicon.ico favicon.png
  favicon.svg humans.txt icon.png icon.svg llms.txt manifest.json manifest.webmanifest opensearch.xml robots.txt security.txt
  service-worker.js sitemap.xml site.webmanifest sw.js trust.txt`.split(/\s+/),
);

/** Files with several names. Next adds a hash to the name of a page's image. */
const machineFileNames =
  /^(?:apple-touch-icon[\w-]*\.png|(?:opengraph|twitter)-image[\w-]*\.png|sitemap[\w-]*\.xml(?:\.gz)?)$/i;

/** Returns whether the first part of a path is the name of such a file. */
export const isMachineFile = (first: string) => machineFiles.has(first.toLowerCase()) || machineFileNames.test(first);

/** Words that are, or may become, the first part of the service's own addresses. */
const reserved = new Set(
  `_next about abuse account admin api app assets avatar b bio billing blog dashboard docs embed favicon files
  forgot-password health help home images index legal link links login logout manifest me metrics new null oauth
  opensearch pages pricing privacy q qr r ready register report reset-password robots security settings share signin
  signout signup sitemap sms splash sso static stats status support team terms tls u undefined uploads user users verify
  webhook webhooks well-known www`.split(/\s+/),
);

/** Returns whether the first part of an alias is a reserved word or file. */
export function isReserved(alias: string): boolean {
  const end = alias.indexOf("/");
  const first = end === -1 ? alias : alias.slice(0, end);
  return reserved.has(foldAlias(first)) || (first.includes(".") && isMachineFile(first));
}
