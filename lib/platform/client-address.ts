import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { env } from "./env";
import { isServerProcess } from "./server-process";

const trusts = proxyAddr.compile(env.TRUSTED_PROXIES);

/** The visitor's address: the connection's, or what a proxy listed in TRUSTED_PROXIES says of it. */
export function clientAddress(request: Pick<IncomingMessage, "socket" | "headers">): string {
  if (env.TRUSTED_PROXIES.length === 0) return request.socket.remoteAddress ?? "";
  return proxyAddr(request as IncomingMessage, trusts);
}

const header = "x-client-address";

/** Tells the handlers behind server.ts the client's address, in a header that no client can set. */
export function passClientAddress(request: IncomingMessage): void {
  if (request.headers[header] !== undefined) {
    for (let index = request.rawHeaders.length - 2; index >= 0; index -= 2) {
      if (request.rawHeaders[index]?.toLowerCase() === header) request.rawHeaders.splice(index, 2);
    }
  }
  const address = clientAddress(request);
  request.headers[header] = address;
  request.rawHeaders.push(header, address);
}

/**
 * The client's address, for handlers that get headers alone: what server.ts states. Without server.ts it is the last
 * address in X-Forwarded-For that is no trusted proxy's: the platform in front has added it, or Next from the connection.
 */
export function statedAddress(headers: Pick<Headers, "get">): string {
  if (isServerProcess()) return headers.get(header) ?? "unknown";
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  const client = chain.findLast((entry, index) => entry !== "" && !trusts(entry, chain.length - 1 - index));
  return client ?? chain.find(Boolean) ?? "unknown";
}
