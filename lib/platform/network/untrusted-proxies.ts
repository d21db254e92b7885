import { LRUCache } from "lru-cache";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import { isPublicAddress } from "./public-address";

interface Sender {
  /** number of requests that named another client */
  requests: number;
  /** the clients that were named, as long as the sender is not known to be a proxy */
  clients: Set<string>;
  isProxy: boolean;
}

const MOST_SENDERS = 100;
/**
 * Anyone can send the header from a public address. With this many different clients, the sender is probably a proxy.
 */
const CLIENTS = 20;

const senders = () => processSingleton("untrustedProxies", () => new LRUCache<string, Sender>({ max: MOST_SENDERS }));

/**
 * Records that `sender`, which is not in TRUSTED_PROXIES, names `client` in X-Forwarded-For. Warns once for each proxy.
 * Only reverse proxies report the visitor's protocol; proxies of browsers do not.
 */
export function noteForwarded(sender: string, client: string, saysProtocol: boolean): void {
  const isPublic = isPublicAddress(sender);
  if (isPublic && !saysProtocol) return;
  let known = senders().get(sender);
  if (!known) {
    known = { requests: 0, clients: new Set(), isProxy: false };
    senders().set(sender, known);
  }
  known.requests += 1;
  if (known.isProxy) return;
  known.clients.add(client.slice(0, 64));
  if (isPublic && known.clients.size < CLIENTS) return;
  known.isProxy = true;
  known.clients.clear();
  log.warn(
    { proxy: sender, setting: "TRUSTED_PROXIES" },
    "a proxy sends X-Forwarded-For but is not trusted: all its visitors count as one. Add it to TRUSTED_PROXIES if it is yours",
  );
}

/** The proxies that this process has warned about, and the number of requests from each. */
export const untrustedProxies = (): [address: string, requests: number][] =>
  [...senders()].filter(([, { isProxy }]) => isProxy).map(([address, { requests }]) => [address, requests]);
