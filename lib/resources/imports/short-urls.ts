import { isAlias } from "@/lib/contract/alias";
import { completeUrl, parseUrl } from "@/lib/contract/url";
import type { EntryReader } from "./entry-reader";
import { isEmptyValue, parsed, storable } from "./values";

/** Where a link was at the other service. */
export interface ShortAddress {
  /** null if the file does not contain it */
  host: string | null;
  alias: string;
}

/** Exports sometimes leave out the scheme. */
export const hostOf = (domain: string) => (domain ? (parseUrl(completeUrl(domain))?.host ?? null) : null);

/** Parses a URL with or without its scheme; null if it is none. */
export const parseShortUrl = (text: string): URL | null =>
  text ? parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`) : null;

/**
 * Reads what a column contains: a short URL, with or without its scheme, or only what follows its host, such as `spring`
 * or `/spring`. Returns null if it has no alias. The alias may not be valid here. The check reports that, and never
 * changes the alias.
 */
export function parseShortAddress(text: string): ShortAddress | null {
  const isUrl = beginsWithHost(text);
  const url = isUrl ? parseShortUrl(text.replace(/^\/\//, "")) : null;
  if (isUrl && !url) return null;
  const alias = decoded(url ? url.pathname.slice(1) + url.search + url.hash : text.replace(/^\/+/, ""));
  return alias ? { host: url?.host ?? null, alias } : null;
}

/** Without a scheme, a host has a port, or a dot and a path after it. A word with a dot alone is an alias. */
function beginsWithHost(text: string): boolean {
  if (/^(?:https?:)?\/\/[^/]/i.test(text)) return true;
  const [, host = "", rest] = /^([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (/^[^:]+:\d{1,5}$/.test(host) || host === "localhost") return true;
  return Boolean(rest) && host.includes(".");
}

function decoded(path: string): string {
  const text = path.replace(/\/(?=$|[?#])/, "");
  try {
    return storable(decodeURIComponent(text));
  } catch {
    return text;
  }
}

/**
 * Returns the short addresses of an entry, the main one first: a link may have further ones, such as Bitly's custom
 * back-halves. If there is none although a column seems to have one, that column is noted.
 */
export function readShortAddresses(reader: EntryReader): ShortAddress[] {
  const alias = reader.text("alias");
  const shortUrl = reader.text("shortUrl");
  const isDomain = shortUrl.toLowerCase() === reader.text("domain").toLowerCase();
  const main = parseShortAddress(alias);
  const whole = (isDomain ? null : parseShortAddress(shortUrl)) ?? parseShortAddress(reader.text("otherShortUrl"));
  const first = main ? { host: main.host ?? whole?.host ?? null, alias: main.alias } : whole;
  const further = furtherAddresses(reader);
  const found = new Map([...(first ? [first] : []), ...further].map((one) => [`${one.host}/${one.alias}`, one]));
  if (found.size === 0) {
    const url = reader.text("url");
    const fields = ["alias", "shortUrl", "otherShortUrl", "alsoAt"] as const;
    reader.noteRandomAlias([...fields], (name, value) => value !== url && mayBeShortAddress(name, value));
  } else {
    if (alias && !main) reader.unclear("alias");
    if (shortUrl && !whole) reader.unclear("shortUrl");
  }
  return [...found.values()];
}

function furtherAddresses(reader: EntryReader): ShortAddress[] {
  const value = parsed(reader.value("alsoAt"));
  if (isEmptyValue(value)) return [];
  const texts = Array.isArray(value) ? value : String(value).split(/[\s,;|]+/);
  const addresses = texts.map((text) => (typeof text === "string" && text ? parseShortAddress(text) : null));
  if (addresses.includes(null)) reader.unclear("alsoAt");
  return addresses.filter((address) => address !== null);
}

/** Returns whether a column that is not recognized may have the link's short URL or alias. */
function mayBeShortAddress(name: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  if (shortNames.test(name)) return !isEmptyValue(value);
  const address = beginsWithHost(value) ? parseShortAddress(value) : null;
  return address?.host?.includes(".") === true && isAlias(address.alias) && !/\.\w{2,5}$/.test(address.alias);
}

const shortNames = /short|tiny|alias|slug|backhalf|keyword|vanity|bitlink|permalink/;
