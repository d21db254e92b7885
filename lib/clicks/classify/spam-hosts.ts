import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { getDomain } from "tldts-icann";
import known from "@/lib/clicks/spam-hosts.json";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { parseBlocklist } from "@/lib/platform/network/host-list";

// Hosts that are on spam lists although people do come from them: shorteners, ad networks, search engines that toolbars
// set, hosts of other people's pages, and universities.
const VISITED = new Set([
  "adf.ly",
  "adcash.com",
  "luxup.ru",
  "searchencrypt.com",
  "thesmartsearch.net",
  "search.fbdownloader.com",
  "search.iminent.com",
  "site5.com",
  "ucoz.ru",
  "ifmo.ru",
  "research.ifmo.ru",
  "tsatu.edu.ua",
]);

const MOST_BYTES = 16 * 2 ** 20;

/** The path of the configured list. A list that is fetched may not exist yet. */
export const spamHostsFile = env.REFERRER_SPAM_LIST?.startsWith("https://")
  ? join(env.DATA_DIR, "referrer-spam.txt")
  : env.REFERRER_SPAM_LIST;

let listed: { version: string; hosts: ReadonlySet<string> } = { version: "", hosts: new Set(known) };

/** Returns whether a host or one of its parent domains is on the list. */
export function isSpamHost(host: string): boolean {
  for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    if (VISITED.has(name)) return false;
    // A domain below a public suffix such as `kharkov.ua` belongs to someone else.
    if (listed.hosts.has(name) && (name === host || getDomain(name) !== null)) return true;
  }
  return false;
}

/** Other text in a line, as in a page or script, is not a host. */
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;

export const parseSpamHosts = (text: string) =>
  [...parseBlocklist(text).hosts].map((host) => host.replace(/^www\./, "")).filter((host) => HOST.test(host));

/** Loads a file with one host per line if it has changed. Rejects if it cannot be read, and keeps the earlier list. */
export async function openSpamHosts(file: string): Promise<void> {
  const { mtimeMs, size } = await stat(file);
  if (size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
  const version = `${mtimeMs} ${size}`;
  if (version === listed.version) return;
  listed = { version, hosts: new Set([...known, ...parseSpamHosts(await readFile(file, "utf8"))]) };
}

/** Reloads the configured list. Call it from time to time in the process that judges referrers. */
export async function freshenSpamHosts(): Promise<void> {
  if (!spamHostsFile) return;
  await openSpamHosts(spamHostsFile).catch((error: NodeJS.ErrnoException) => {
    const isToCome = error.code === "ENOENT" && spamHostsFile !== env.REFERRER_SPAM_LIST;
    if (!isToCome) log.error({ error: String(error) }, "the list of referrer spam cannot be read");
  });
}
