import { parseUrl } from "@/lib/contract/url";

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
  if (lists.every(listsNothing)) return false;
  const url = parseUrl(address);
  return url !== null && lists.some((list) => hasHost(list, url) || hasPath(list, url));
}

export const listsNothing = ({ hosts, paths }: Blocklist) => hosts.size === 0 && paths.size === 0;

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
