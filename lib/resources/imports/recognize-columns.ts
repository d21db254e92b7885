import { isAlias } from "@/lib/contract/alias";
import { parseUrl } from "@/lib/contract/url";
import type { FileEntry } from "./file";
import { choosableFields, columnField, type Field, fieldByWords } from "./format/columns";
import type { Reading } from "./format/schema";
import { isAddress } from "./sources";
import { isEmptyValue } from "./values";

/** How many entries show what a column contains. */
const LOOKED_AT = 100;

/**
 * Returns the fields of columns that are not known by their names, found by the words in them or by their values: a
 * column of addresses is the destination if no other is, and one of short addresses on one host the short URL. Each field
 * is found once, and never beside a column that is known to hold it.
 */
export function recognizeColumns(entries: FileEntry[], mapping: Reading["mapping"]): Reading["mapping"] {
  const first = entries.slice(0, LOOKED_AT);
  const names = [...new Set(first.flatMap((entry) => Object.keys(entry)))];
  const known = new Set<string | null>(names.map((name) => columnField(name, mapping)));
  const found: Reading["mapping"] = {};
  const isFree = (field: Field) => !known.has(field) && !Object.values(found).includes(field as "url");
  const unknown = names.filter((name) => columnField(name, mapping) === null);
  for (const name of unknown) {
    const field = fieldByWords(name);
    if (field && isChoosable(field) && isFree(field)) found[name] = field;
  }
  const addresses = unknown.filter((name) => found[name] === undefined && holdsAddresses(first, name));
  const isShort = (name: string) => isFree("alias") && isFree("shortUrl") && holdsShortUrls(first, name);
  const destinations = addresses.length === 1 ? addresses : addresses.filter((name) => !isShort(name));
  const [destination] = destinations;
  if (destination !== undefined && destinations.length === 1 && isFree("url")) found[destination] = "url";
  const short = addresses.find((name) => found[name] === undefined && isShort(name));
  if (short !== undefined && !isFree("url")) found[short] = "shortUrl";
  return found;
}

const isChoosable = (field: Field): field is (typeof choosableFields)[number] =>
  (choosableFields as readonly Field[]).includes(field);

const valuesIn = (entries: FileEntry[], name: string) =>
  entries.map((entry) => entry[name]).filter((value) => !isEmptyValue(value));

function holdsAddresses(entries: FileEntry[], name: string): boolean {
  const values = valuesIn(entries, name);
  return values.length > 0 && values.every((value) => typeof value === "string" && isAddress(value.trim()));
}

/** Several addresses with one host, each with nothing but an alias behind it. */
function holdsShortUrls(entries: FileEntry[], name: string): boolean {
  const urls = valuesIn(entries, name).map((value) => parseUrl(String(value).trim()));
  const isShort = (url: URL | null) =>
    url !== null && url.host === urls[0]?.host && url.search === "" && isAlias(url.pathname.slice(1));
  return urls.length > 1 && new Set(urls.map((url) => url?.pathname)).size > 1 && urls.every(isShort);
}
