import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { completeUrl, parseUrl } from "@/lib/contract/url";
import { importedSettings, textFields } from "@/lib/resources/links/fields";
import { foldTag, maxTags, tagNameOf } from "@/lib/resources/tags/names";
import { columnsOf, type Field } from "./columns";
import { EntryReader } from "./entry-reader";
import type { FileEntry, Labels } from "./file";
import { isObject } from "./list-reader";
import { type ImportColumns, type ImportedLink, usualReading } from "./schema";
import { isAddress, type TargetKind, targetsIn } from "./targets";
import { countOf, isEmpty, limitOf, parsed, storable, storableIn } from "./values";

/** Services whose exports are known, each by names that it alone uses. */
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

export type ImportSource = keyof typeof sources | "csv";

export function sourceOf(entry: FileEntry): ImportSource {
  for (const [source, names] of Object.entries(sources)) {
    if (names.every((alternatives) => alternatives.split("|").some((name) => name in entry))) {
      return source as ImportSource;
    }
  }
  return "csv";
}

/** Whether an entry has a member for the destination at all, empty as it may be; or an address, in whichever column. */
export const namesDestination = (entry: FileEntry) =>
  columnsOf("url").some((name) => name in entry) ||
  Object.values(entry).some((value) => typeof value === "string" && isAddress(value));

export interface ReadLink {
  /** not checked yet: a field may hold anything */
  link: Omit<ImportedLink, "url" | "settings" | "related"> & {
    url: string;
    settings?: Record<string, unknown>;
    related?: unknown;
  };
  /** where the file has the link, for whoever has that domain here too */
  host: string | null;
  /** why the link may not be */
  refused?: Refusal;
  /** how its dates were read */
  dates: ImportColumns["dates"];
}

/**
 * The links that an entry is: one, and one more for each further address that it has had. What is not understood or
 * cannot be taken along is in `lost`, with its column. Texts that are too long are cut: a title is no reason to lose a link.
 */
export function linksOf(entry: FileEntry, reading = usualReading, labels: Labels = new Map()): ReadLink[] {
  const isOurs = sourceOf(entry) === "signpost";
  // A setting of ours may be called what is something else elsewhere.
  const how = isOurs ? { ...reading, timeZone: "UTC", dayFirst: false } : reading;
  const reader = new EntryReader(entry, how, labels, isOurs ? settingNames : undefined);
  const shortUrl = addressOf(reader.text("shortUrl"));
  const given = reader.text("alias");
  const alias = isAddress(given) ? aliasIn(addressOf(given)) : given.replace(/^\/+/, "");
  const locked = !isEmpty(reader.text("password"));
  const state = stateOf(reader);
  // A file of ours has them among what it goes with, and with their colours.
  const tags = isOurs ? [] : tagsIn(reader.value("tags"));
  const startsAt = reader.moment("startsAt", true);
  if (startsAt !== undefined && Date.parse(startsAt) > Date.now()) {
    reader.isUnclear = true;
    reader.noteOf("startsAt", "import_starts_later");
  }
  const settings = isOurs ? settingsOf(entry) : foreignSettings(reader);
  const link = {
    url: completeUrl(reader.text("url")),
    alias: alias || aliasIn(shortUrl) || undefined,
    title: reader.cut("title", 255),
    description: reader.cut("description", 1000),
    clicks: reader.understood("clicks", countOf) ?? 0,
    createdAt: reader.moment("createdAt"),
    expiresAt: reader.moment("expiresAt", true),
    clickLimit: reader.understood("clickLimit", limitOf, true),
    ...(state.archived && { archived: true }),
    ...(settings && { settings }),
    ...(isOurs && { related: storableIn(parsed(entry.related)) || undefined }),
    ...(tags.length > 0 && { related: tags.slice(0, maxTags).map((name) => ({ kind: "tag", name })) }),
  };
  if (shortUrl === null && reader.text("shortUrl")) reader.unclear("shortUrl");
  const others = furtherAddresses(reader, shortUrl);
  if (!isOurs) reader.noteUnrecognised();
  const lost = [
    ...(locked ? [refusal("import_password_lost")] : []),
    ...(tags.length > maxTags ? [refusal("import_tags_lost", { count: maxTags })] : []),
    ...reader.notes,
  ];
  const whole = {
    ...link,
    private: locked || state.private || reader.isUnclear,
    ...(lost.length > 0 && { lost: lost.map(writeRefusal) }),
  };
  const dates = isOurs ? { assumed: false, ambiguous: false } : reader.dates;
  const more = { dates, ...(state.refused && { refused: state.refused }) };
  const host = hostOf(reader.text("domain")) ?? shortUrl?.host ?? null;
  return [
    { link: whole, host, ...more },
    ...others.map((other) => ({
      link: { ...whole, alias: aliasIn(other) ?? undefined, clicks: 0 },
      host: other.host,
      ...more,
    })),
  ];
}

/** What a service says of whether a link still works. A link that it has deleted or banned does not come back here. */
function stateOf(reader: EntryReader): { private: boolean; archived: boolean; refused?: Refusal } {
  const status = reader.text("status").toLowerCase();
  const isOpen = ["", "active", "enabled", "public", "published", "publish", "live", "ok", "1", "true"].includes(
    status,
  );
  const isClosed = /^(private|inactive|disabled|paused|draft|expired|off|0|false|archived)$/.test(status);
  const isDeleted = /^(trash|trashed|deleted|removed)$/.test(status) || !isEmpty(reader.text("deleted"));
  const isBanned = /^(banned|blocked|suspended)$/.test(status) || !isEmpty(reader.text("banned"));
  if (!isOpen && !isClosed && !isDeleted && !isBanned) reader.unclear("status", true);
  const enabled = reader.text("enabled");
  const isOff = (enabled !== "" && isEmpty(enabled)) || !isEmpty(reader.text("disabled"));
  return {
    private: isOff || (isClosed && status !== "archived"),
    archived: status === "archived" || !isEmpty(reader.text("archived")),
    ...(isDeleted && { refused: refusal("import_deleted") }),
    ...(isBanned && { refused: refusal("import_banned") }),
  };
}

/** Settings of other services that links here have too. */
function foreignSettings(reader: EntryReader): Record<string, unknown> | undefined {
  const targets = (kind: TargetKind) => {
    const value = reader.value(kind);
    if (isEmpty(value)) return [];
    const found = targetsIn(kind, value);
    if (!found) reader.unclear(kind);
    return found ?? [];
  };
  const address = (field: Field) => reader.understood(field, (text) => (isAddress(text) ? text : undefined));
  const devices = (["iphone", "ipad", "android"] as const).flatMap((device) => {
    const link = address(device);
    return link === undefined ? [] : [{ device, link }];
  });
  const url = addressOf(reader.text("url"));
  const parameters = utmFields.flatMap((name) => {
    const value = reader.text(name);
    return isEmpty(value) || url?.searchParams.has(name) ? [] : [{ name, value }];
  });
  const settings = {
    forward: isEmpty(reader.text("forwards")) ? undefined : "query",
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

const utmFields = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

const redirectOf = (text: string) => (/^30[1278]$/.test(text) ? Number(text) : undefined);

/** Addresses at which the same link answers as well, such as Bitly's custom back-halves. */
function furtherAddresses(reader: EntryReader, shortUrl: URL | null): URL[] {
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

const settingNames = new Set<string>(importedSettings);
const textNames = new Set<string>(textFields);

/** In a table, lists and objects are JSON. Which overlay or splash page it shows is not here, but in what it goes with. */
function settingsOf(entry: FileEntry): Record<string, unknown> | undefined {
  const set = importedSettings.flatMap((name) => {
    const value = storableIn(textNames.has(name) ? entry[name] : parsed(entry[name]));
    const isEmpty =
      value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    return isEmpty || (name === "type" && /\d$/.test(String(value))) ? [] : [[name, value]];
  });
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/** A list of names, or of objects that have one, or a text in which they are parted by a comma, a semicolon or a bar. */
function tagsIn(value: unknown): string[] {
  const list = parsed(value);
  const names = Array.isArray(list)
    ? list.map((member) => (isObject(member) ? member.name : member))
    : String(list ?? "").split(/[,;|]/);
  const tags = new Map<string, string>();
  for (const name of names) {
    const tag = typeof name === "string" ? tagNameOf(storable(name)) : "";
    if (tag && !tags.has(foldTag(tag))) tags.set(foldTag(tag), tag);
  }
  return [...tags.values()];
}

/** Exports leave the scheme out now and then. */
const hostOf = (domain: string) => (domain ? (parseUrl(completeUrl(domain))?.host ?? null) : null);

/** The address that a text is, with or without its scheme. */
const addressOf = (text: string): URL | null =>
  text ? parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`) : null;

/**
 * What a short URL has behind its host, whether or not it can be an alias here: the check says so, and it never becomes
 * another one.
 */
function aliasIn(url: URL | null): string | null {
  if (!url) return null;
  const path = url.pathname.slice(1).replace(/\/$/, "") + url.search + url.hash;
  try {
    return storable(decodeURIComponent(path)) || null;
  } catch {
    return path;
  }
}
