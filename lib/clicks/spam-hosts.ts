import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { getDomain } from "tldts-icann";
import { parseBlocklist } from "@/lib/platform/blocklist";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import known from "./spam-hosts.json";

// On lists of spam, and people come from them all the same: shorteners, networks of advertisements, search engines that toolbars
// set, whoever gives others their pages, and universities.
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

/** Where the list that is configured lies; one that is fetched may not be there yet. */
export const spamHostsFile = env.REFERRER_SPAM_LIST?.startsWith("https://")
  ? join(env.DATA_DIR, "referrer-spam.txt")
  : env.REFERRER_SPAM_LIST;

let listed: { version: string; hosts: ReadonlySet<string> } = { version: "", hosts: new Set(known) };

/** Whether a host, or one that it is below, is on the list. */
export function isSpamHost(host: string): boolean {
  for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    if (VISITED.has(name)) return false;
    // Below a suffix such as `kharkov.ua` is somebody else.
    if (listed.hosts.has(name) && (name === host || getDomain(name) !== null)) return true;
  }
  return false;
}

/** What else a page or a script has in a line is no host. */
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;

export const parseSpamHosts = (text: string) =>
  [...parseBlocklist(text).hosts].map((host) => host.replace(/^www\./, "")).filter((host) => HOST.test(host));

/** Takes over a file with a host a line where it has changed. Rejects where it cannot be read, and leaves what was known. */
export async function openSpamHosts(file: string): Promise<void> {
  const { mtimeMs, size } = await stat(file);
  if (size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
  const version = `${mtimeMs} ${size}`;
  if (version === listed.version) return;
  listed = { version, hosts: new Set([...known, ...parseSpamHosts(await readFile(file, "utf8"))]) };
}

/** Takes over what is configured, as it is now: for whoever judges referrers, from time to time. */
export async function freshenSpamHosts(): Promise<void> {
  if (!spamHostsFile) return;
  await openSpamHosts(spamHostsFile).catch((error: NodeJS.ErrnoException) => {
    const isToCome = error.code === "ENOENT" && spamHostsFile !== env.REFERRER_SPAM_LIST;
    if (!isToCome) log.error({ error: String(error) }, "the list of referrer spam cannot be read");
  });
}
