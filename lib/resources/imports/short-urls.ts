import { completeUrl, parseUrl } from "@/lib/contract/url";
import type { EntryReader } from "./entry-reader";
import { isEmpty, parsed, storable } from "./values";

/** Exports sometimes leave out the scheme. */
export const hostOf = (domain: string) => (domain ? (parseUrl(completeUrl(domain))?.host ?? null) : null);

/** Parses a URL with or without its scheme; null if it is none. */
export const addressOf = (text: string): URL | null =>
  text ? parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`) : null;

/**
 * Returns what follows the host in a short URL, even if it is not a valid alias here. The check reports that, and never
 * changes the alias.
 */
export function aliasIn(url: URL | null): string | null {
  if (!url) return null;
  const path = url.pathname.slice(1).replace(/\/$/, "") + url.search + url.hash;
  try {
    return storable(decodeURIComponent(path)) || null;
  } catch {
    return path;
  }
}

/** Returns other short URLs of the same link, such as Bitly's custom back-halves. */
export function furtherAddresses(reader: EntryReader, shortUrl: URL | null): URL[] {
  const value = parsed(reader.value("alsoAt"));
  if (isEmpty(value)) return [];
  const texts = Array.isArray(value) ? value : String(value).split(/[\s,;|]+/);
  const urls = texts.map((text) => (typeof text === "string" && text ? addressOf(text) : null));
  if (urls.some((url) => url === null || aliasIn(url) === null)) reader.unclear("alsoAt");
  const found = new Map(urls.flatMap((url) => (url && aliasIn(url) !== null ? [[nameOf(url), url] as const] : [])));
  if (shortUrl) found.delete(nameOf(shortUrl));
  return [...found.values()];
}

const nameOf = (url: URL) => `${url.host}/${aliasIn(url)}`;
