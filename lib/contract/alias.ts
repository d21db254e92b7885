/** The name of an address in the cache of links, and in the database's `link_changed` notifications. */
export const linkKey = (domainId: number, foldedAlias: string) => `${domainId}:${foldedAlias}`;

/** So many parts an alias has at most, with one `/` between each. */
export const maxAliasParts = 5;

/** In JavaScript's syntax, which is also that of JSON Schema. */
export const aliasPattern = /^[\p{L}\p{M}\p{Nd}_-]+(?:\/[\p{L}\p{M}\p{Nd}_-]+){0,4}$/u;

/** Most aliases, told at a fraction of the cost; each is its own folded form. */
const plain = /^[a-z0-9_-]{1,64}$/;

/** Whether a text can be an alias at all: 1 to 64 letters of any script, digits, `-` and `_`, in up to five parts. */
export function isAlias(text: string): boolean {
  return plain.test(text) || (text.length <= 64 && aliasPattern.test(text));
}

/** What follows the alias at the address of a link's QR code: a size, a format, or both. */
export const linkCodeEnding = /\/qr(?:\/(\d{1,5}))?(?:\.(png|svg|pdf))?$/;

/** Words that are, or may become, the first part of one of the service's own addresses. */
const reserved = new Set(
  `_next about abuse account admin api app assets avatar b bio billing blog dashboard docs embed favicon files
  forgot-password health help home images index legal link links login logout manifest me metrics new null oauth
  opensearch pages pricing privacy q qr r ready register report reset-password robots security settings share signin
  signout signup sitemap sms splash sso static stats status support team terms tls u undefined uploads user users verify
  webhook webhooks well-known www`.split(/\s+/),
);

/** The form in which aliases are compared: a link typed from paper works. */
export function foldAlias(alias: string): string {
  return plain.test(alias) ? alias : alias.normalize("NFC").toLowerCase();
}

/** Whether the first part of an alias is such a word. */
export function isReserved(alias: string): boolean {
  const end = alias.indexOf("/");
  return reserved.has(foldAlias(end === -1 ? alias : alias.slice(0, end)));
}
