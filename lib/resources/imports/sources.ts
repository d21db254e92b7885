import { isAlias } from "@/lib/contract/alias";
import type { LinkStatus } from "@/lib/contract/link-state";
import { countryCode, languageCode } from "@/lib/contract/places";
import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { completeUrl, parseUrl } from "@/lib/contract/url";
import { parseParameters, utmFields } from "@/lib/contract/utm";
import { importedSettings, textFields } from "@/lib/resources/links/fields";
import { devices } from "@/lib/resources/links/rules";
import { firstSpellings, maxTags, tagNameOf } from "@/lib/resources/tags/names";
import { EntryReader } from "./entry-reader";
import type { FileEntry, Labels } from "./file";
import { columnsReadAs, type Field } from "./format/columns";
import { type ImportColumns, type ImportedLink, usualReading } from "./format/schema";
import { isObject } from "./list-reader";
import { isEmptyValue, isFalse, parsed, parseLimit, readCount, storable, toStorable } from "./values";

/** Services whose exports are known, recognized by columns that only they use. */
const sources = {
  signpost: ["shorturl", "longurl", "uniqueclicks"],
  bitly: ["longurl", "link|bitlink|shortlink|bitlyurl"],
  shlink: ["longurl", "shortcode"],
  kutt: ["target", "address"],
  yourls: ["keyword", "url", "timestamp"],
  dub: ["key|shortlink", "url|destinationurl"],
  rebrandly: ["slashtag"],
  shortio: ["originalurl", "path"],
  cuttly: ["shortenedurl"],
  tly: ["shorturl", "longurl", "expireatdatetime"],
} as const;

export const importSources = [...(Object.keys(sources) as (keyof typeof sources)[]), "csv"] as const;
export type ImportSource = (typeof importSources)[number];

export function detectSource(entry: FileEntry): ImportSource {
  for (const [source, names] of Object.entries(sources)) {
    if (names.every((alternatives) => alternatives.split("|").some((name) => name in entry))) {
      return source as ImportSource;
    }
  }
  return "csv";
}

/** Returns whether an entry has a column for the destination, even an empty one, or a URL in any column. */
export const namesDestination = (entry: FileEntry) =>
  columnsReadAs("url").some((name) => name in entry) ||
  Object.values(entry).some((value) => typeof value === "string" && isAddress(value));

export interface ReadLink {
  /** not validated yet: a field may hold anything */
  link: Omit<ImportedLink, "url" | "settings" | "related"> & {
    url: string;
    settings?: Record<string, unknown>;
    related?: unknown;
  };
  /** the host of its short URL, for accounts that have this domain here too */
  host: string | null;
  /** why the link cannot be imported */
  refused?: Refusal;
  /** how its dates were read */
  dates: ImportColumns["dates"];
}

/**
 * Returns the links of an entry: one, and another for each further short URL. `lost` lists the columns that are not
 * understood or cannot be imported. Texts that are too long are cut, because a title is no reason to lose a link.
 */
export function convertEntry(entry: FileEntry, reading = usualReading, labels: Labels = new Map()): ReadLink[] {
  const isOurs = detectSource(entry) === "signpost";
  // Other services may use the name of one of Signpost's settings for something else.
  const how = isOurs ? { ...reading, timeZone: "UTC", dayFirst: false } : reading;
  const reader = new EntryReader(entry, how, labels, isOurs ? settingNames : undefined);
  const [main, ...others] = readShortAddresses(reader);
  const locked = hasAny(reader, "password");
  // Signpost 0.2.0, whose files have no column `splitfinish`, called a link private that is off.
  const state = stateOf(reader, isOurs && "splitfinish" in entry);
  // In a file from Signpost, tags are related things, which have colors.
  const tags = isOurs ? [] : tagsIn(reader.value("tags"));
  const startsAt = reader.moment("startsAt", true);
  if (startsAt !== undefined && Date.parse(startsAt) > Date.now()) {
    reader.isUnclear = true;
    reader.noteOf("startsAt", "import_starts_later");
  }
  const settings = isOurs ? settingsOf(entry) : foreignSettings(reader);
  const link = {
    url: completeUrl(reader.text("url")),
    alias: main?.alias,
    title: reader.cut("title", 255),
    description: reader.cut("description", 1000),
    clicks: reader.understood("clicks", readCount) ?? 0,
    createdAt: reader.moment("createdAt"),
    expiresAt: reader.moment("expiresAt", true),
    clickLimit: reader.understood("clickLimit", parseLimit, true),
    ...(state.archived && { archived: true }),
    ...(settings && { settings }),
    ...(isOurs && { related: toStorable(parsed(entry.related)) || undefined }),
    ...(tags.length > 0 && { related: tags.slice(0, maxTags).map((name) => ({ kind: "tag", name })) }),
  };
  if (!isOurs) reader.noteUnrecognised();
  const lost = [
    ...(locked ? [refusal("import_password_lost")] : []),
    ...(tags.length > maxTags ? [refusal("import_tags_lost", { count: maxTags })] : []),
    ...reader.notes,
  ];
  const whole = {
    ...link,
    status: locked || reader.isUnclear ? ("off" as const) : state.status,
    ...(lost.length > 0 && { lost: lost.map(writeRefusal) }),
  };
  const dates = isOurs ? { assumed: false, ambiguous: false } : reader.dates;
  const more = { dates, ...(state.refused && { refused: state.refused }) };
  const host = hostOf(reader.text("domain")) ?? main?.host ?? null;
  return [
    { link: whole, host, ...more },
    ...others.map((other) => ({
      link: { ...whole, alias: other.alias, clicks: 0 },
      host: other.host ?? host,
      ...more,
    })),
  ];
}

const open = /^(active|enabled|public|published|publish|live|ok|1|true|t|on)?$/;
const closed = /^(inactive|disabled|paused|draft|expired|off|0|false|f)$/;

/** Returns whether any column for a field has a value other than "no". */
const hasAny = (reader: EntryReader, field: Field) => reader.texts(field).some((text) => !isFalse(text));

/** Reads whether a link still works at its service. A link that was deleted or banned there is not imported. */
function stateOf(
  reader: EntryReader,
  keepsPrivate: boolean,
): { status: LinkStatus; archived: boolean; refused?: Refusal } {
  const statuses = reader.texts("status").map((text) => text.toLowerCase());
  const isOf = (words: RegExp) => statuses.some((status) => words.test(status));
  const isDeleted = isOf(/^(trash|trashed|deleted|removed)$/) || hasAny(reader, "deleted");
  const isBanned = isOf(/^(banned|blocked|suspended)$/) || hasAny(reader, "banned");
  const isKnown = (text: string) =>
    [/^(archived|private)$/, open, closed].some((words) => words.test(text.toLowerCase()));
  if (!isDeleted && !isBanned) reader.unclearUnless("status", isKnown);
  const isPrivate = isOf(/^private$/);
  const isOff =
    reader.texts("enabled").some(isFalse) || hasAny(reader, "disabled") || isOf(closed) || (isPrivate && !keepsPrivate);
  return {
    status: isOff ? "off" : isPrivate ? "private" : "public",
    archived: isOf(/^archived$/) || hasAny(reader, "archived"),
    ...(isDeleted && { refused: refusal("import_deleted") }),
    ...(isBanned && { refused: refusal("import_banned") }),
  };
}

const settingNames = new Set<string>(importedSettings);
const textNames = new Set<string>(textFields);

/**
 * Reads the settings of a link from another Signpost. In a table, lists and objects are JSON. The overlay and splash
 * page are not settings but related things.
 */
function settingsOf(entry: FileEntry): Record<string, unknown> | undefined {
  const set = importedSettings.flatMap((name) => {
    const value = toStorable(textNames.has(name) ? entry[name] : parsed(entry[name]));
    const isEmpty =
      value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    return isEmpty || (name === "type" && /\d$/.test(String(value))) ? [] : [[name, value]];
  });
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/** Reads settings of other services that exist here too. */
function foreignSettings(reader: EntryReader): Record<string, unknown> | undefined {
  const targets = (kind: TargetKind) => {
    const value = reader.value(kind);
    if (isEmptyValue(value)) return [];
    const found = parseTargets(kind, value);
    if (!found) reader.unclear(kind);
    return found ?? [];
  };
  const address = (field: Field) => reader.understood(field, (text) => (isAddress(text) ? text : undefined));
  const devices = (["iphone", "ipad", "android"] as const).flatMap((device) => {
    const link = address(device);
    return link === undefined ? [] : [{ device, link }];
  });
  const url = parseShortUrl(reader.text("url"));
  const own = parseParameters(url?.search ?? "");
  const parameters = utmFields.flatMap((field) => {
    const name = `utm_${field}` as const;
    const value = reader.text(name);
    return isEmptyValue(value) || own.has(name) ? [] : [{ name, value }];
  });
  const settings = {
    forward: isEmptyValue(reader.text("forwards")) ? undefined : "query",
    redirect: reader.understood("redirect", redirectOf),
    geotarget: targets("geo"),
    devicetarget: [...targets("devices"), ...devices],
    languagetarget: targets("languages"),
    parameters,
    expiryurl: address("expiryUrl"),
    metatitle: reader.cut("metatitle", 255) || undefined,
    metadescription: reader.cut("metadescription", 1000) || undefined,
    metaimage: address("metaimage"),
    externalid: reader.text("externalid") || undefined,
  };
  const set = Object.entries(settings).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

const redirectOf = (text: string) => (/^30[1278]$/.test(text) ? Number(text) : undefined);

/** Reads tags: a list of names, of objects with a name, or a text separated by commas, semicolons or bars. */
function tagsIn(value: unknown): string[] {
  const list = parsed(value);
  const names = Array.isArray(list)
    ? list.map((member) => (isObject(member) ? member.name : member))
    : String(list ?? "").split(/[,;|]/);
  const tags = names.map((name) => (typeof name === "string" ? tagNameOf(storable(name)) : "")).filter(Boolean);
  return [...firstSpellings(tags).values()];
}

const destinationNames = ["link", "url", "destination", "longurl", "long_url", "target", "redirect"];

const keys = {
  geo: { key: "location", others: ["country", "countryCode", "country_code", "code", "iso"], value: countryCode() },
  languages: { key: "language", others: ["languageCode", "language_code", "code", "lang"], value: languageCode() },
  devices: { key: "device", others: ["platform", "os", "type"], value: null },
} as const;

type TargetKind = keyof typeof keys;

const deviceNames: Record<string, string> = {
  ios: "iphone",
  iphone: "iphone",
  macos: "mac",
  phone: "mobile",
  smartphone: "mobile",
};

interface Target {
  [key: string]: string;
  link: string;
}

/**
 * Reads destinations for some visitors: a list of objects, or one object of URLs by country, language or device.
 * Returns null if any entry is not understood, because incomplete targets would send visitors to wrong destinations.
 */
function parseTargets(kind: TargetKind, value: unknown): Target[] | null {
  const { key, others } = keys[kind];
  const read = parsed(value);
  const pairs = Array.isArray(read)
    ? read.map((entry) => (isObject(entry) ? [first(entry, [key, ...others]), first(entry, destinationNames)] : []))
    : isObject(read)
      ? Object.entries(read).filter(([, link]) => !isEmptyValue(link))
      : null;
  if (!pairs) return null;
  const targets = pairs.flatMap(([place, link]) => {
    const known = placeOf(kind, place);
    return known !== null && typeof link === "string" && isAddress(link) ? [{ [key]: known, link }] : [];
  });
  return targets.length === pairs.length ? (targets as Target[]) : null;
}

function placeOf(kind: TargetKind, place: unknown): string | null {
  if (typeof place !== "string") return null;
  const { value } = keys[kind];
  if (value) return value.safeParse(place).data ?? null;
  const name = deviceNames[place.toLowerCase()] ?? place.toLowerCase();
  return devices.some((device) => device === name) ? name : null;
}

export const isAddress = (text: string) => /^https?:\/\//i.test(text) && parseUrl(text) !== null;

const first = (entry: Record<string, unknown>, names: readonly string[]) =>
  names.map((name) => entry[name]).find((member) => member !== undefined && member !== null && member !== "");

/** Where a link was at the other service. */
interface ShortAddress {
  /** null if the file does not contain it */
  host: string | null;
  alias: string;
}

/** Exports sometimes leave out the scheme. */
const hostOf = (domain: string) => (domain ? (parseUrl(completeUrl(domain))?.host ?? null) : null);

/** Parses a URL with or without its scheme; null if it is none. */
const parseShortUrl = (text: string): URL | null =>
  text ? parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`) : null;

/**
 * Reads what a column contains: a short URL, with or without its scheme, or only what follows its host, such as `spring`
 * or `/spring`. Returns null if it has no alias. The alias may not be valid here. The check reports that, and never
 * changes the alias.
 */
function parseShortAddress(text: string): ShortAddress | null {
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
function readShortAddresses(reader: EntryReader): ShortAddress[] {
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
