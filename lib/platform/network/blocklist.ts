import { readFile, stat } from "node:fs/promises";
import { englishOf, refusedField } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { latestInstanceSettings } from "@/lib/platform/cache/instance-settings";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { type Blocklist, isListed, parseBlocklist } from "./host-list";

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
export async function findBlocked(addresses: Addresses): Promise<[path: string, address: string] | undefined> {
  const lists = await blocklist();
  return addresses.find((one): one is [string, string] => !!one[1] && isListed(lists, one[1]));
}

/** Refuses an input with a blocked address, and names the field. */
export async function assertNotBlocked(addresses: Addresses): Promise<void> {
  const blocked = await findBlocked(addresses);
  if (blocked) throw refusedField(blocked[0], "url_blocked");
}
