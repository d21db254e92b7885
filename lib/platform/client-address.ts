import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { canonicalAddress } from "./canonical-address";
import { env } from "./env";
import { isServerProcess } from "./server-process";
import { noteForwarded } from "./untrusted-proxies";

const trusts = proxyAddr.compile(env.TRUSTED_PROXIES);

/** The visitor's address: that of the connection, or the one that proxies in TRUSTED_PROXIES report. */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string {
  const peer = socket.remoteAddress ?? "";
  // A dual-stack socket reports IPv4 addresses as `::ffff:…`.
  const address = peer.startsWith("::ffff:") ? peer.slice(7) : peer;
  const forwarded = headers["x-forwarded-for"];
  if (forwarded === undefined) return address;
  return behindProxies(address, String(forwarded), headers["x-forwarded-proto"] !== undefined);
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

/** Passes the client's address to the handlers behind server.ts, in a header that clients cannot set. */
export const passClientAddress = (request: IncomingMessage) =>
  setTrustedHeader(request, header, clientAddress(request));

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
