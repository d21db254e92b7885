import { readFile, stat } from "node:fs/promises";
import { englishOf, refusedField } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { parseUrl } from "@/lib/contract/url";
import { env } from "./env";
import { latestInstanceSettings } from "./instance-settings";
import { log } from "./log";

/** Blocked hosts, with all subdomains, and by host the blocked paths, with everything below them. */
export interface Blocklist {
  hosts: Set<string>;
  paths: Map<string, Set<string>>;
}

/** Reads a blocklist: one host or address per line, `#` starts a comment. Schemes and queries are ignored. */
export function parseBlocklist(text: string): Blocklist {
  const list: Blocklist = { hosts: new Set(), paths: new Map() };
  for (const line of text.split("\n")) {
    const url = readEntry(line);
    if (!url) continue;
    const host = withoutDot(url.hostname);
    if (url.pathname === "/") list.hosts.add(host);
    else list.paths.set(host, (list.paths.get(host) ?? new Set()).add(url.pathname.replace(/\/$/, "")));
  }
  return list;
}

/** Returns the address of a line; null if it has none, undefined if it cannot be read. */
function readEntry(line: string): URL | null | undefined {
  const entry = line.replace(/(^|\s)#.*/, "").trim();
  if (!entry) return null;
  return parseUrl(/^https?:\/\//i.test(entry) ? entry : `http://${entry}`) ?? undefined;
}

/** A word without a dot would mean nothing, or a whole top-level domain. Browsers also read `a.example,b.example` as one host. */
export const isNamedHost = (host: string) => /^[\w-]+(?:\.[\w-]+)+$/.test(host) || /^\[.+\]$/.test(host);

/** Returns the first line that is neither a comment nor a host or address, and its number; undefined if all are fine. */
export function misreadLine(text: string): { line: number; entry: string } | undefined {
  const entries = text.split("\n");
  const index = entries.findIndex((entry) => {
    const url = readEntry(entry);
    return url === undefined || (url !== null && !isNamedHost(withoutDot(url.hostname)));
  });
  return index === -1 ? undefined : { line: index + 1, entry: (entries[index] ?? "").trim().slice(0, 100) };
}

/** Returns whether one of the lists contains an address. */
export function isListed(lists: Blocklist[], address: string): boolean {
  // Most instances have no blocklist.
  if (lists.every(isEmpty)) return false;
  const url = parseUrl(address);
  return url !== null && lists.some((list) => hasHost(list, url) || hasPath(list, url));
}

export const isEmpty = ({ hosts, paths }: Blocklist) => hosts.size === 0 && paths.size === 0;

function hasHost({ hosts }: Blocklist, { hostname }: URL): boolean {
  for (let name = withoutDot(hostname); name; name = name.slice(name.indexOf(".") + 1)) {
    if (hosts.has(name)) return true;
    if (!name.includes(".")) break;
  }
  return false;
}

function hasPath({ paths }: Blocklist, { hostname, pathname }: URL): boolean {
  const blocked = paths.get(withoutDot(hostname));
  if (!blocked) return false;
  for (let end = pathname.indexOf("/", 1); end !== -1; end = pathname.indexOf("/", end + 1))
    if (blocked.has(pathname.slice(0, end))) return true;
  return blocked.has(pathname);
}

// `example.com.` is the same host.
const withoutDot = (host: string) => host.replace(/\.$/, "");

/** The list in the file BLOCKLIST, and the one that administrators edit. */
let current: { version: string; list: Blocklist } = { version: "", list: parseBlocklist("") };
let edited = { text: "", list: parseBlocklist("") };

/** Returns whether anything may be blocked, for visits, which do not wait. */
export const hasBlocklist = () => env.BLOCKLIST !== undefined || latestInstanceSettings().blocklist !== "";

/**
 * The current lists: BLOCKLIST, and what administrators have added. The file is read again when it has changed; if that
 * fails, the last list stays in use. Visits call this, so it does not wait for the database.
 */
export async function blocklist(): Promise<Blocklist[]> {
  if (env.BLOCKLIST)
    await openBlocklist(env.BLOCKLIST).catch((error) => {
      log.error({ error: String(error) }, "the blocklist cannot be read");
    });
  const { blocklist: text } = latestInstanceSettings();
  edited = { text, list: text === edited.text ? edited.list : parseBlocklist(text) };
  return [current.list, edited.list];
}

/** Reads the file if it has changed. Rejects if it cannot be read. */
export async function openBlocklist(file: string): Promise<void> {
  const { mtimeMs, size } = await stat(file);
  const version = `${mtimeMs} ${size}`;
  if (version !== current.version) current = { version, list: parseBlocklist(await readFile(file, "utf8")) };
}

export const isBlocked = async (address: string) => isListed(await blocklist(), address);

/** Shown to visitors and owners of links that were made before their destination was blocked. */
export const blockedReason = englishOf(refusal("destination_blocked"));

/** Addresses, each with the path of the field that holds it. */
export type Addresses = [path: string, address?: string | null][];

/** The first address that is blocked, with its path. */
export async function blockedIn(addresses: Addresses): Promise<[path: string, address: string] | undefined> {
  const lists = await blocklist();
  return addresses.find((one): one is [string, string] => !!one[1] && isListed(lists, one[1]));
}

/** Refuses an input with a blocked address, and names the field. */
export async function assertNotBlocked(addresses: Addresses): Promise<void> {
  const blocked = await blockedIn(addresses);
  if (blocked) throw refusedField(blocked[0], "url_blocked");
}
