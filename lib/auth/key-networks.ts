import { isIPv4 } from "node:net";
import { networkOf, wideNetworkOf } from "@/lib/platform/networks";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { type Actor, authorOf } from "./actor";
import { record } from "./events";

/** What is remembered of keys and their networks, before the log is asked again. */
const mostKnown = 20_000;

const known = () => processSingleton("keyNetworks", () => new Set<string>());

/** Of one account: whoever has many networks fills no log. */
const limiter = () =>
  processSingleton("newKeyNetworks", () =>
    createRateLimiter({ name: "new-key-networks", points: 100, seconds: 24 * 60 * 60 }),
  );

/** Has the audit log know when a key is used from a network for the first time. Nobody waits for it. */
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
  // Another process, or one before, may have written it: the log has it once.
  await record("key_used_from_new_network", { account, ...authorOf(actor), address, once });
}

/** The /24 of an IPv4 address, the /48 of an IPv6 one: about what one organisation has. */
function wholeNetworkOf(address: string): string {
  const plain = networkOf(address);
  return isIPv4(plain) ? plain.replace(/\.\d+$/, ".0/24") : (wideNetworkOf(address) ?? plain);
}
