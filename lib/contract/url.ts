/**
 * The URL that a text is (seen from `base`), or null. Instead of `URL.canParse`, which in Node 20, once it is called
 * often, takes letters such as `é` for broken UTF-8 and says no.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

const unseen = /[\s\p{Cf}]/u;
// Browsers take line breaks and tabs out of what is pasted as an address. So do we, and nothing stores them.
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** The URL that somebody meant by `example.com/page`; anything else is left to the schema's judgement. */
export function completeUrl(pasted: string): string {
  const text = pasted.replace(breaks, "");
  let start = 0;
  let end = text.length;
  // Apps put marks around what is copied that nobody sees.
  while (start < end && unseen.test(text.charAt(start))) start++;
  while (end > start && unseen.test(text.charAt(end - 1))) end--;
  const trimmed = text.slice(start, end);
  const host = /^[^\s/:@?#]*/.exec(trimmed)?.[0] ?? "";
  const dot = host.indexOf(".");
  return dot > 0 && dot < host.length - 2 && /^(:\d{1,5})?([/?#]\S*)?$/.test(trimmed.slice(host.length))
    ? `https://${trimmed}`
    : trimmed;
}

// A label has up to 63 letters, digits, `-` and `_`. One dot may be behind the last label.
const name = /^(?=.{1,254}$)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*\.?$/;

/** Whether a URL's host can be one: URLs themselves allow `.com` and `a..com`. */
export const hasPossibleHost = ({ hostname }: URL): boolean => hostname.startsWith("[") || name.test(hostname);
