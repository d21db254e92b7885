import { isAlias, isReserved } from "@/lib/contract/alias";
import { maxInteger } from "@/lib/contract/fields";
import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { completeUrl, parseUrl } from "@/lib/contract/url";
import { importedSettings, textFields } from "@/lib/resources/links/fields";
import { foldTag, maxTags, tagNameOf } from "@/lib/resources/tags/names";
import type { FileEntry } from "./file";
import { isObject } from "./list-reader";
import type { ImportedLink } from "./schema";

/** Services whose exports are known, each by names that it alone uses. */
const sources = {
  signpost: ["shorturl", "longurl", "uniqueclicks"],
  bitly: ["longurl", "link|bitlink|shortlink|bitlyurl"],
  shlink: ["longurl", "shortcode"],
  kutt: ["target", "address"],
  yourls: ["keyword", "url", "timestamp"],
  dub: ["key|shortlink", "url|destinationurl"],
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

/** What the services call the same thing. */
const names = {
  url: "url longurl destination destinationurl target targeturl originalurl",
  shortUrl: "shorturl shortlink link bitlink bitlyurl",
  alias: "alias custom keyword address shortcode key slug backhalf custombackhalf",
  domain: "domain domainauthority",
  title: "title linktitle",
  description: "description comments note notes",
  clicks: "clicks totalclicks visitcount visits visitscount visitssummarytotal engagements totalengagements",
  createdAt: "createdat created datecreated datecreatedutc createdate creationdate timestamp date",
  expiresAt: "expiresat expirein expiry metavaliduntil validuntil",
  clickLimit: "clicklimit maxvisits metamaxvisits",
  password: "password protected",
  status: "status",
  archived: "archived",
  banned: "banned",
  forwards: "forwardquery",
} as const;

type Field = keyof typeof names;

const namesOf = Object.fromEntries(Object.entries(names).map(([field, list]) => [field, list.split(" ")]));

/** Whether an entry has a member for the destination at all, empty as it may be. */
export const namesDestination = (entry: FileEntry) => (namesOf.url ?? []).some((name) => name in entry);

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
}

/** An entry as a link. Texts that are too long are cut: a title is no reason to lose a link. */
export function linkOf(entry: FileEntry): ReadLink {
  const isOurs = sourceOf(entry) === "signpost";
  const text = (field: Field) => {
    const name = namesOf[field]?.find(
      (name) =>
        entry[name] !== undefined &&
        typeof entry[name] !== "object" &&
        entry[name] !== "" &&
        // A setting of ours may be called what is something else elsewhere.
        !(isOurs && settingNames.has(name)),
    );
    return name === undefined ? "" : storable(String(entry[name])).trim();
  };
  const shortUrl = parseUrl(/^https?:\/\//.test(text("shortUrl")) ? text("shortUrl") : `https://${text("shortUrl")}`);
  const locked = isSet(text("password"));
  // A file of ours has them among what it goes with, and with their colours.
  const tags = isOurs ? [] : tagsIn(entry.tags);
  const lost = [
    ...(locked ? [refusal("import_password_lost")] : []),
    ...(tags.length > maxTags ? [refusal("import_tags_lost", { count: maxTags })] : []),
  ];
  return {
    link: {
      url: completeUrl(text("url")),
      alias: text("alias") || aliasIn(shortUrl) || undefined,
      title: text("title").slice(0, 255),
      description: text("description").slice(0, 1000),
      clicks: countOf(text("clicks")) ?? 0,
      createdAt: momentOf(text("createdAt")),
      expiresAt: momentOf(text("expiresAt")),
      clickLimit: limitOf(text("clickLimit")),
      private: locked || text("status") === "private",
      ...(isSet(text("archived")) && { archived: true }),
      ...(!isOurs && isSet(text("forwards")) && { settings: { forward: "query" } }),
      ...(isOurs && {
        settings: settingsOf(entry),
        related: storableIn(parsed(entry.related)) || undefined,
      }),
      ...(tags.length > 0 && { related: tags.slice(0, maxTags).map((name) => ({ kind: "tag", name })) }),
      ...(lost.length > 0 && { lost: lost.map(writeRefusal) }),
    },
    host: hostOf(text("domain")) ?? (text("shortUrl") && shortUrl ? shortUrl.host : null),
    ...(isSet(text("banned")) && { refused: refusal("import_banned") }),
  };
}

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

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** What the database can keep: JSON may hold halves of characters and NUL. */
const storable = (text: string) => Buffer.from(text).toString().replaceAll("\0", "");

const storableIn = (value: unknown): unknown =>
  value === undefined
    ? value
    : JSON.parse(JSON.stringify(value, (_, member) => (typeof member === "string" ? storable(member) : member)));

const isSet = (text: string) => !["", "0", "false", "no"].includes(text.toLowerCase());

/** Exports leave the scheme out now and then. */
const hostOf = (domain: string) => (domain ? (parseUrl(completeUrl(domain))?.host ?? null) : null);

function aliasIn(url: URL | null): string | null {
  try {
    const whole = decodeURIComponent(url?.pathname.slice(1) ?? "");
    const last = whole.slice(whole.lastIndexOf("/") + 1);
    return [whole, last].find((alias) => isAlias(alias) && !isReserved(alias)) ?? (isAlias(last) ? last : null);
  } catch {
    return null;
  }
}

function countOf(text: string): number | undefined {
  const digits = text.replace(/[\s,.'’]/g, "");
  return /^\d+$/.test(digits) ? Math.min(Number(digits), Number.MAX_SAFE_INTEGER) : undefined;
}

/** A limit beyond what a limit can be is as good as the highest one. */
const limitOf = (text: string) => Math.min(countOf(text) ?? 0, maxInteger) || undefined;

/** ISO 8601, `YYYY-MM-DD HH:MM:SS` (UTC) and Unix seconds; whatever else names a moment nobody knows. */
function momentOf(text: string): string | undefined {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (!/^\d{4}-\d\d-\d\d([ T]|$)/.test(text)) return undefined;
  const date = new Date(
    /[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(" ", "T").slice(0, 19)}${text.length > 10 ? "Z" : ""}`,
  );
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1990 ? undefined : date.toISOString();
}
