import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import proxyAddr from "proxy-addr";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { isServerProcess } from "@/lib/platform/process/server-process";
import { processSingleton } from "@/lib/platform/singleton";
import { embeddedIPv4, isPublicAddress } from "./public-address";

const MAPPED = /^::ffff:/;

/**
 * The usual spelling of an address, so that one client has one spelling; null if it is not an address. Proxies may add
 * the
 * client's port (`79.200.1.1:4711`, `[2003::1]:443`), quotes, `for=` or capitals, or write IPv4 as IPv6.
 */
function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const bare = text.replace(/^for=/i, "").replace(/^"(.*)"$/, "$1");
  const withoutPort = bare.replace(/^\[([^\]]*)\](?::\d{1,5})?$/, "$1").replace(/^([\d.]+):\d{1,5}$/, "$1");
  // A zone names a network interface of the proxy's machine.
  const address = withoutPort.replace(/%.*$/s, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const compact = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return MAPPED.test(compact) ? embeddedIPv4(compact) : compact;
}

const trusts = proxyAddr.compile(env.TRUSTED_PROXIES);

/** The visitor's address: that of the connection, or the one that proxies in TRUSTED_PROXIES report. */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string {
  const address = peerOf(socket);
  const forwarded = headers["x-forwarded-for"];
  if (forwarded === undefined) return address;
  return behindProxies(address, String(forwarded), headers["x-forwarded-proto"] !== undefined);
}

/** The address of the connection. A dual-stack socket reports IPv4 addresses as `::ffff:…`. */
function peerOf({ remoteAddress = "" }: IncomingMessage["socket"]): string {
  return remoteAddress.startsWith("::ffff:") ? remoteAddress.slice(7) : remoteAddress;
}

/**
 * Returns whether the visitor's browser uses HTTPS, as a proxy in TRUSTED_PROXIES reports it. Without such a report,
 * the form that a browser sends says so itself.
 */
export function usesHttps({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): boolean {
  const reported = headers["x-forwarded-proto"];
  if (reported === undefined || !trusts(peerOf(socket), 0)) return headers.origin === `https://${headers.host}`;
  // Each proxy may add its own connection's protocol. The first is the browser's.
  return String(reported).split(",", 1)[0]?.trim().toLowerCase() === "https";
}

/** Goes back along X-Forwarded-For for as long as the proxy that wrote the entry is trusted. */
function behindProxies(peer: string, forwarded: string, saysProtocol: boolean): string {
  let client = peer;
  let hops = 0;
  for (const entry of forwarded.split(",").reverse()) {
    const said = entry.trim();
    if (said === "") continue;
    if (!trusts(client, hops++)) {
      noteForwarded(client, said, saysProtocol);
      break;
    }
    const address = canonicalAddress(said);
    // Some proxies write `unknown`: entries before it cannot be trusted.
    if (address === null) break;
    client = address;
  }
  return client;
}

const header = "x-client-address";
const protocolHeader = "x-client-protocol";

/** Passes the client's address to the handlers behind server.ts, in a header that clients cannot set. */
export const passClientAddress = (request: IncomingMessage) =>
  setTrustedHeader(request, header, clientAddress(request));

/** Passes on whether the client uses HTTPS in the same way. */
export const passClientProtocol = (request: IncomingMessage) =>
  setTrustedHeader(request, protocolHeader, usesHttps(request) ? "https" : "http");

/** Whether the client of a request uses HTTPS, for handlers that only get headers. See `forwardedAddress`. */
export const forwardedHttps = (headers: Pick<Headers, "get">): boolean =>
  (headers.get(isServerProcess() ? protocolHeader : "x-forwarded-proto") ?? "").startsWith("https");

/** The client's address of a request that server.ts has passed on. */
export const addressFromServer = ({ headers }: Pick<IncomingMessage, "headers">): string =>
  String(headers[header] ?? "unknown");

/** Sets a header of a request and removes the client's own headers of that name. */
export function setTrustedHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  if (headers[name] !== undefined) {
    for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
      if (rawHeaders[index]?.toLowerCase() === name) rawHeaders.splice(index, 2);
    }
  }
  headers[name] = value;
  rawHeaders.push(name, value);
}

/**
 * The client's address, for handlers that only get headers. Behind server.ts, it is the address that server.ts passes
 * on. Otherwise it is the last address in X-Forwarded-For that is not a trusted proxy's; the platform in front, or
 * Next, adds it.
 */
export function forwardedAddress(headers: Pick<Headers, "get">): string {
  if (isServerProcess()) return headers.get(header) ?? "unknown";
  const entries = (headers.get("x-forwarded-for") ?? "").split(",");
  const chain = entries.map((entry) => canonicalAddress(entry.trim())).filter((address) => address !== null);
  return chain.findLast((address, index) => !trusts(address, chain.length - 1 - index)) ?? chain[0] ?? "unknown";
}

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
function noteForwarded(sender: string, client: string, saysProtocol: boolean): void {
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
