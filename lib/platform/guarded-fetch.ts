import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingHttpHeaders } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { AppError } from "@/lib/contract/errors";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { parseUrl } from "@/lib/contract/url";
import { env } from "./env";
import { addressesOf, nameServers } from "./name-servers";
import { isPublicAddress } from "./public-address";
import { traced } from "./tracing";

const maxRedirects = 3;
const totalMs = 5_000;
const maxBytes = 2 * 1024 * 1024;

/** Why something was not fetched, for the person who named it. */
export class FetchError<Code extends RefusalCode = RefusalCode> extends AppError<Code> {}

/** What a fetch relies on to know where it goes. */
export interface Guard {
  resolve(host: string): Promise<LookupAddress[]>;
  /** whether a connection to this address and port may be made */
  allows(address: string, port: number): boolean;
}

const guard: Guard = {
  resolve,
  allows: (address, port) =>
    env.ALLOW_PRIVATE_FETCH === "1" || ((port === 80 || port === 443) && isPublicAddress(address)),
};

async function resolve(host: string): Promise<LookupAddress[]> {
  // What the machine itself knows by name is within.
  if (env.ALLOW_PRIVATE_FETCH === "1") return lookup(host, { all: true });
  // This machine, whatever a name server says: RFC 6761.
  if (/(?:^|\.)localhost\.?$/i.test(host)) return [{ address: "127.0.0.1", family: 4 }];
  return (await addressesOf(nameServers(), host)).map((address) => ({ address, family: isIP(address) }));
}

/** What an address answered, after the redirects. */
interface Fetched {
  url: URL;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/**
 * The bytes at an address that a user named, which may be meant to reach what only this machine can. Each hop is
 * connected to the very addresses that were checked. What the bytes are is for the caller to find out from them: a
 * header says anything.
 *
 * @throws FetchError for whatever stands in the way
 */
export async function guardedFetch(address: string, by: Guard = guard): Promise<Buffer> {
  return (await guardedLook(address, { by })).bytes;
}

/** The same with what came along. Of the bytes the first ones alone where `first` says how many, whatever follows. */
export function guardedLook(address: string, how: { by?: Guard; first?: number } = {}): Promise<Fetched> {
  const attributes = () => ({ "server.address": parseUrl(address)?.hostname ?? "" });
  return traced("fetch", attributes, () => look(address, how));
}

async function look(address: string, { by = guard, first }: { by?: Guard; first?: number }): Promise<Fetched> {
  const signal = AbortSignal.timeout(totalMs);
  try {
    let url = parse(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      signal.throwIfAborted();
      const answer = await visit(url, by, signal, first);
      if ("bytes" in answer) return { url, ...answer };
      url = parse(answer.location, url);
    }
  } catch (error) {
    throw refusalOf(error, signal);
  }
  throw new FetchError("fetch_too_many_redirects");
}

/** What one address answers: its bytes, or where it redirects to. */
async function visit(
  url: URL,
  { resolve, allows }: Guard,
  signal: AbortSignal,
  first: number | undefined,
): Promise<Omit<Fetched, "url"> | { location: string }> {
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const isAllowed = (address: string) => allows(address, port);
  // A connection to a number asks no resolver. URL has brought every spelling of one into its plain form.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !isAllowed(host)) throw notPublic();
  const connect = { lookup: lookupBy(resolve, isAllowed), timeout: totalMs };
  const dispatcher = new Agent({ connect, maxResponseSize: first ? -1 : maxBytes });
  const end = () => void dispatcher.destroy();
  // A request with the signal would go on waiting for its connection.
  signal.addEventListener("abort", end);
  try {
    const sent = { "accept-encoding": "identity" };
    const { statusCode, headers, body } = await request(url, { dispatcher, headers: sent });
    if (statusCode === 200)
      return { headers, bytes: first ? await start(body, first) : Buffer.from(await body.arrayBuffer()) };
    // Thrown away with the connection.
    body.on("error", () => undefined);
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && typeof location === "string") return { location };
    throw new FetchError("fetch_status", { status: statusCode });
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** The first bytes of a body. The rest is not waited for. */
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

/** Resolves a name for the connection that is about to be made, so that nothing can change between check and use. */
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
