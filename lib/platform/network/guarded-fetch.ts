import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingHttpHeaders } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { AppError } from "@/lib/contract/errors";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { parseUrl } from "@/lib/contract/url";
import { env } from "@/lib/platform/env";
import { traced } from "@/lib/platform/log/tracing";
import { nameServers, resolveAddresses } from "./name-servers";
import { isPublicAddress } from "./public-address";

const maxRedirects = 3;
const totalMs = 5_000;
const maxBytes = 2 * 1024 * 1024;

/** Why an address could not be fetched, for the person who entered it. */
export class FetchError<Code extends RefusalCode = RefusalCode> extends AppError<Code> {}

/** How a fetch resolves and checks addresses. */
export interface Guard {
  resolve(host: string): Promise<LookupAddress[]>;
  /** whether connections to this address and port are allowed */
  allows(address: string, port: number): boolean;
}

const guard: Guard = {
  resolve,
  allows: (address, port) =>
    env.ALLOW_PRIVATE_FETCH === "1" || ((port === 80 || port === 443) && isPublicAddress(address)),
};

async function resolve(host: string): Promise<LookupAddress[]> {
  // With private addresses allowed, names that only this machine knows are allowed as well.
  if (env.ALLOW_PRIVATE_FETCH === "1") return lookup(host, { all: true });
  // This name is always this machine, regardless of what a name server says (RFC 6761).
  if (/(?:^|\.)localhost\.?$/i.test(host)) return [{ address: "127.0.0.1", family: 4 }];
  return (await resolveAddresses(nameServers(), host)).map((address) => ({ address, family: isIP(address) }));
}

/** The answer of an address, after redirects. */
interface Fetched {
  url: URL;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/**
 * Fetches the bytes of an address that a user entered, and protects against addresses of internal services (SSRF). Each
 * hop connects to exactly the addresses that were checked. Callers must determine the type of the content from the
 * bytes, because headers can say anything.
 *
 * @throws FetchError for everything that can go wrong
 */
export async function guardedFetch(address: string, by: Guard = guard): Promise<Buffer> {
  return (await guardedFetchWithHeaders(address, { by })).bytes;
}

/** Like `guardedFetch`, with the URL and headers. With `first`, only that many bytes are read. */
export function guardedFetchWithHeaders(address: string, how: { by?: Guard; first?: number } = {}): Promise<Fetched> {
  const attributes = () => ({ "server.address": parseUrl(address)?.hostname ?? "" });
  return traced("fetch", attributes, () => followRedirects(address, how));
}

async function followRedirects(
  address: string,
  { by = guard, first }: { by?: Guard; first?: number },
): Promise<Fetched> {
  const signal = AbortSignal.timeout(totalMs);
  try {
    let url = parse(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      signal.throwIfAborted();
      const answer = await fetchHop(url, by, signal, first);
      if ("bytes" in answer) return { url, ...answer };
      url = parse(answer.location, url);
    }
  } catch (error) {
    throw refusalOf(error, signal);
  }
  throw new FetchError("fetch_too_many_redirects");
}

/** One hop: returns the answer, or the address that it redirects to. */
async function fetchHop(
  url: URL,
  { resolve, allows }: Guard,
  signal: AbortSignal,
  first: number | undefined,
): Promise<Omit<Fetched, "url"> | { location: string }> {
  const connect = connectionTo(url, { resolve, allows }, totalMs);
  const dispatcher = new Agent({ connect, maxResponseSize: first ? -1 : maxBytes });
  const end = () => void dispatcher.destroy();
  // Aborting only the request would leave its connection attempt running.
  signal.addEventListener("abort", end);
  try {
    const sent = { "accept-encoding": "identity" };
    const { statusCode, headers, body } = await request(url, { dispatcher, headers: sent });
    if (statusCode === 200)
      return { headers, bytes: first ? await start(body, first) : Buffer.from(await body.arrayBuffer()) };
    // The error follows from the destroyed connection.
    body.on("error", () => undefined);
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && typeof location === "string") return { location };
    throw new FetchError("fetch_status", { status: statusCode });
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/**
 * Returns how to connect to a URL's host: only to allowed addresses. Throws if the URL contains an address that is not
 * allowed.
 */
function connectionTo(url: URL, { resolve, allows }: Guard, timeout: number) {
  const port = portOf(url);
  const isAllowed = (address: string) => allows(address, port);
  // No resolver is called for a numeric address. URL has normalized its spelling.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !isAllowed(host)) throw notPublic();
  return { lookup: lookupBy(resolve, isAllowed), timeout };
}

/** Port 0 is also a port, and it is never allowed. */
const portOf = ({ port, protocol }: URL) => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port));

/** @throws FetchError if the URL cannot be fetched, regardless of what its host resolves to */
export function assertFetchable(address: string): void {
  const url = parse(address);
  // These checks do not depend on what the host resolves to.
  if (!guard.allows("1.1.1.1", portOf(url))) throw notPublic();
  connectionTo(url, guard, totalMs);
}

/** The request to an address that a user entered. */
interface Post {
  /** POST if it is left out */
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** number of bytes of the response that are read */
  first: number;
  /** aborts the request */
  signal: AbortSignal;
}

/**
 * Sends a request to an address that a user entered, under the rules of `guardedFetch`. Does not follow redirects.
 * Returns the response with any status.
 *
 * @throws FetchError if the request cannot be sent or gets no response
 */
export function guardedPost(
  address: string,
  post: Post,
  by: Guard = guard,
): Promise<{ status: number; bytes: Buffer }> {
  const attributes = () => ({ "server.address": parseUrl(address)?.hostname ?? "" });
  return traced("post", attributes, () => send(address, post, by));
}

async function send(
  address: string,
  { method = "POST", headers, body, timeoutMs, first, signal: ended }: Post,
  by: Guard,
) {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ended]);
  try {
    signal.throwIfAborted();
    const url = parse(address);
    const dispatcher = new Agent({ connect: connectionTo(url, by, timeoutMs) });
    const end = () => void dispatcher.destroy();
    signal.addEventListener("abort", end);
    try {
      const sent = { ...headers, "accept-encoding": "identity" };
      const answer = await request(url, { method, dispatcher, headers: sent, ...(method === "POST" && { body }) });
      return { status: answer.statusCode, bytes: await start(answer.body, first) };
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  } catch (error) {
    throw refusalOf(error, signal);
  }
}

/** The first `length` bytes of a body, without waiting for the rest. */
async function start(body: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

/** Resolves a name as part of the connection, so that its address cannot change between check and use. */
function lookupBy(resolve: Guard["resolve"], isAllowed: (address: string) => boolean): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) done(noHost(), []);
        else if (!addresses.every(({ address }) => isAllowed(address))) done(notPublic(), []);
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
}

const noHost = () => new FetchError("fetch_no_host");
const notPublic = () => new FetchError("fetch_not_public");

function parse(text: string, base?: URL): URL {
  const url = parseUrl(text, base);
  if (!url) throw new FetchError("fetch_url_incomplete");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new FetchError("fetch_not_http");
  }
  if (url.username || url.password) throw new FetchError("url_with_credentials");
  return url;
}

function refusalOf(error: unknown, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error;
  if (signal.aborted) return new FetchError("fetch_late");
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return new FetchError("fetch_too_large");
  if (code === "ENOTFOUND") return noHost();
  return new FetchError("fetch_failed");
}
