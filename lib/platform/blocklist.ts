import { readFile, stat } from "node:fs/promises";
import { englishOf, refusedField } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { parseUrl } from "@/lib/contract/url";
import { env } from "./env";
import { log } from "./log";

/** Blocked hosts, with all subdomains, and by host the blocked paths, with everything below them. */
export interface Blocklist {
  hosts: Set<string>;
  paths: Map<string, string[]>;
}

/** Reads a blocklist: one host or address per line, `#` starts a comment. Schemes and queries are ignored. */
export function parseBlocklist(text: string): Blocklist {
  const list: Blocklist = { hosts: new Set(), paths: new Map() };
  for (const line of text.split("\n")) {
    const entry = line.replace(/(^|\s)#.*/, "").trim();
    const url = entry && parseUrl(/^https?:\/\//i.test(entry) ? entry : `http://${entry}`);
    if (!url) continue;
    const host = withoutDot(url.hostname);
    if (url.pathname === "/") list.hosts.add(host);
    else list.paths.set(host, [...(list.paths.get(host) ?? []), url.pathname.replace(/\/$/, "")]);
  }
  return list;
}

export function isListed({ hosts, paths }: Blocklist, address: string): boolean {
  // Most instances have no blocklist.
  if (hosts.size === 0 && paths.size === 0) return false;
  const url = parseUrl(address);
  if (!url) return false;
  const host = withoutDot(url.hostname);
  for (let name = host; name; name = name.slice(name.indexOf(".") + 1)) {
    if (hosts.has(name)) return true;
    if (!name.includes(".")) break;
  }
  return (paths.get(host) ?? []).some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`));
}

// `example.com.` is the same host.
const withoutDot = (host: string) => host.replace(/\.$/, "");

let current: { version: string; list: Blocklist } = { version: "", list: parseBlocklist("") };

/** The current blocklist. The file is read again when it has changed; if that fails, the last list stays in use. */
export async function blocklist(): Promise<Blocklist> {
  if (!env.BLOCKLIST) return current.list;
  await openBlocklist(env.BLOCKLIST).catch((error) => {
    log.error({ error: String(error) }, "the blocklist cannot be read");
  });
  return current.list;
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
  const list = await blocklist();
  return addresses.find((one): one is [string, string] => !!one[1] && isListed(list, one[1]));
}

/** Refuses an input with a blocked address, and names the field. */
export async function assertNotBlocked(addresses: Addresses): Promise<void> {
  const blocked = await blockedIn(addresses);
  if (blocked) throw refusedField(blocked[0], "url_blocked");
}
