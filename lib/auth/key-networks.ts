import { isIPv4 } from "node:net";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { networkOf, wideNetworkOf } from "@/lib/platform/network/networks";
import { processSingleton } from "@/lib/platform/singleton";
import { type Actor, authorOf } from "./actor";
import { record } from "./events";

/** The number of keys and networks that are remembered, to avoid writing to the log again. */
const mostKnown = 20_000;

const known = () => processSingleton("keyNetworks", () => new Set<string>());

/** The most entries of one account a day, so that a person with many networks cannot fill the log. */
const limiter = () =>
  processSingleton("newKeyNetworks", () =>
    createRateLimiter({ name: "new-key-networks", points: 100, seconds: 24 * 60 * 60 }),
  );

/** Records in the audit log when a key is used from a network for the first time. It runs in the background. */
export function noticeNetwork(actor: Actor, address: string): void {
  const network = wholeNetworkOf(address);
  const entry = `${actor.by.keyId} ${network}`;
  const seen = known();
  if (seen.has(entry)) return;
  if (seen.size >= mostKnown) seen.clear();
  seen.add(entry);
  void note(actor, address, entry);
}

async function note(actor: Actor, address: string, once: string): Promise<void> {
  const { userId: account } = actor;
  if (!(await limiter().consume(`${account}`)).allowed) return;
  // Another process, or an earlier one, may have recorded it already. `once` keeps the log free of duplicates.
  await record("key_used_from_new_network", { account, ...authorOf(actor), address, once });
}

/** Returns the /24 of an IPv4 address or the /48 of an IPv6 address: about the size of one organization's network. */
function wholeNetworkOf(address: string): string {
  const plain = networkOf(address);
  return isIPv4(plain) ? plain.replace(/\.\d+$/, ".0/24") : (wideNetworkOf(address) ?? plain);
}
