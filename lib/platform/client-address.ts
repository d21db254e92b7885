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
export const passClientAddress = (request: IncomingMessage) => stateHeader(request, header, clientAddress(request));

/** Sets a header of a request, whatever its client has sent under that name. */
export function stateHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  if (headers[name] !== undefined) {
    for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
      if (rawHeaders[index]?.toLowerCase() === name) rawHeaders.splice(index, 2);
    }
  }
  headers[name] = value;
  rawHeaders.push(name, value);
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
