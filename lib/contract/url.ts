/**
 * Parses a URL (relative to `base`). Returns null if it is none. Used instead of `URL.canParse`, which after many
 * calls in Node 20 takes letters such as `é` for broken UTF-8 and returns false.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Returns whether two URLs or templates of URLs have the same scheme, host and port. */
export const isSameOrigin = (one: string, other: string): boolean => {
  const origin = parseUrl(one)?.origin;
  return origin !== undefined && origin === parseUrl(other)?.origin;
};

const unseen = /[\s\p{Cf}]/u;
// Browsers remove line breaks and tabs from pasted addresses. So do we, and nothing stores them.
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Completes a URL such as `example.com/page`. Any other text is left for the schema to judge. */
export function completeUrl(pasted: string): string {
  const text = pasted.replace(breaks, "");
  let start = 0;
  let end = text.length;
  // Some apps put invisible marks around copied text.
  while (start < end && unseen.test(text.charAt(start))) start++;
  while (end > start && unseen.test(text.charAt(end - 1))) end--;
  const trimmed = text.slice(start, end);
  const host = /^[^\s/:@?#]*/.exec(trimmed)?.[0] ?? "";
  const dot = host.indexOf(".");
  return dot > 0 && dot < host.length - 2 && /^(:\d{1,5})?([/?#]\S*)?$/.test(trimmed.slice(host.length))
    ? `https://${trimmed}`
    : trimmed;
}

// A label has up to 63 letters, digits, `-` and `_`, and no `-` at its ends (RFC 1123; the `_` is beyond it, but in use).
// One dot may follow the last label.
const name = /^(?=.{1,254}$)(?!-)[a-z\d_-]{1,63}(?<!-)(?:\.(?!-)[a-z\d_-]{1,63}(?<!-))*\.?$/;

/** Returns whether the host of a URL can exist: URLs themselves allow `.com`, `a..com` and `-a.com`. */
export const hasPossibleHost = ({ hostname }: URL): boolean => hostname.startsWith("[") || name.test(hostname);

const hostForm = String.raw`(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d+)?`;
const characters = String.raw`(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*`;
const query = String.raw`(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*`;
const uri = new RegExp(String.raw`^https?://${hostForm}(?:/${characters})?(?:\?${query})?(?:#${query})?$`, "i");

/**
 * Returns an http address as a URI (RFC 3986): Unicode hosts in Punycode, and spaces, quotes and other characters
 * percent-encoded. Leaves URIs as they are, and also any text that is no address or cannot be stored.
 */
export function asUri(text: string): string {
  if (uri.test(text) || /[\0\p{Cs}]/u.test(text)) return text;
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return text;
  const rest = url.href.slice(url.origin.length);
  const hash = rest.indexOf("#") + 1 || rest.length;
  // `URL` leaves some characters as they are, such as brackets, and a `%` without two digits.
  const encoded = (part: string) => part.replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?#%-]/giu, encodeURIComponent);
  return url.origin + encoded(rest.slice(0, hash)) + encoded(rest.slice(hash)).replaceAll("#", "%23");
}
