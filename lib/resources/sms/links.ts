import { parseUrl } from "@/lib/contract/url";

// URLs can contain the characters that surround them in texts, so where a URL ends is a convention. These characters
// never belong to it: white space, invisible marks, angle brackets, double quotes, and the punctuation of scripts
// without spaces.
const candidate =
  /(?<![a-z\d+])https?:\/\/[^\s\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069<>"`“”„‟«»‹›。，、；：！？…（）「」『』【】《》〈〉]+/giu;

const closing: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/**
 * Replaces every http and https URL in a text. What surrounds it stays: a period after it, quotes, and brackets without
 * their counterpart in the URL.
 */
export function replaceUrls(text: string, replace: (url: string) => string): string {
  return text.replace(candidate, (found) => {
    const url = withoutTail(found);
    return parseUrl(url) ? replace(url) + found.slice(url.length) : found;
  });
}

/** Returns every URL in the text, in order, with repetitions. */
export function urlsIn(text: string): string[] {
  const urls: string[] = [];
  replaceUrls(text, (url) => {
    urls.push(url);
    return url;
  });
  return urls;
}

function withoutTail(found: string): string {
  const unopened = new Map(
    Object.entries(closing).map(([close, open]) => [close, count(found, close) - count(found, open)]),
  );
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1] ?? "";
    const surplus = unopened.get(last);
    if (surplus === undefined ? !/[.,;:!?'‘’]/.test(last) : surplus <= 0) break;
    if (surplus !== undefined) unopened.set(last, surplus - 1);
  }
  return found.slice(0, end);
}

const count = (text: string, character: string) => text.split(character).length - 1;
