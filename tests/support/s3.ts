import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const KEY_ID = "a-key-of-the-tests";
const KEY = "a secret key of the tests";

export interface TestS3 {
  url: string;
  /** for the environment of a server */
  env: { S3_ENDPOINT: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string };
  /** the stored objects, by `bucket/key` */
  objects: Map<string, Buffer>;
  /** multipart uploads that are not completed or aborted */
  openUploads(): number;
  /** Called before each answer: returns another status, such as 503, or `hang` for no answer. */
  fail(how: ((method: string, path: string) => number | "hang" | undefined) | null): void;
  /** Answers each request this many milliseconds later. */
  slowDown(ms: number): void;
  /** the largest number of requests at the same time, and for how long there was at least one (ms) */
  load(): { mostAtOnce: number; busyMs: number };
  /** the requests since the last call, as `METHOD bucket/key` */
  asked(): string[];
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body?: Buffer | string;
  headers?: Record<string, string>;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const escaped = (text: string) => text.replace(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`);
const xml = (status: number, body: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  headers: { "Content-Type": "application/xml" },
});
const error = (status: number, code: string, message: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`);

/** Encodes part of an address for Signature Version 4. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns a refusal if the request's signature (AWS Signature Version 4) is wrong. */
function misSigned(request: IncomingMessage, url: URL, body: Buffer): Answer | null {
  const [, id, day, region, signed = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    ) ?? [];
  if (!id || !day || !region) return error(403, "AccessDenied", "Access Denied.");
  if (id !== KEY_ID) return error(403, "InvalidAccessKeyId", "The Access Key Id you provided does not exist.");
  const said = String(request.headers["x-amz-content-sha256"]);
  if (said !== sha256(body)) return error(400, "XAmzContentSHA256Mismatch", "The provided hash does not match.");
  const names = signed.split(";");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join("");
  const canonical = [request.method, url.pathname, query, headers, signed, said].join("\n");
  const at = String(request.headers["x-amz-date"]);
  const text = ["AWS4-HMAC-SHA256", at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${KEY}`, day));
  const right = names.includes("host") && names.includes("x-amz-date") && hmac(key, text).toString("hex") === signature;
  return right ? null : error(403, "SignatureDoesNotMatch", "The request signature does not match.");
}

/** A server with S3's documented protocol: path-style addresses, one bucket, and small pages of objects. */
export async function startS3(bucket = "tests", objectsOfPage = 3): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { path: string; parts: Map<number, Buffer> }>();
  let failing: Parameters<TestS3["fail"]>[0] = null;
  let requests: string[] = [];
  let made = 0;
  let delayMs = 0;
  let open = 0;
  let busySince = 0;
  const load = { mostAtOnce: 0, busyMs: 0 };

  function list(query: URLSearchParams): Answer {
    const prefix = `${bucket}/${query.get("prefix") ?? ""}`;
    const after = query.get("continuation-token") ?? "";
    const found = [...objects.keys()].filter((path) => path.startsWith(prefix) && path > after).sort();
    const page = found.slice(0, objectsOfPage);
    const contents = page.map(
      (path) =>
        `<Contents><Key>${escaped(path.slice(bucket.length + 1))}</Key><Size>${objects.get(path)?.length}</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`,
    );
    const more = found.length > objectsOfPage;
    const next = more ? `<NextContinuationToken>${escaped(page.at(-1) ?? "")}</NextContinuationToken>` : "";
    const head = `<IsTruncated>${more}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}`;
    return xml(200, `<ListBucketResult>${head}${contents.join("")}</ListBucketResult>`);
  }

  function inParts(method: string, path: string, query: URLSearchParams, body: Buffer): Answer {
    if (method === "POST" && query.has("uploads")) {
      const id = `upload-${++made}`;
      uploads.set(id, { path, parts: new Map() });
      return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const id = query.get("uploadId") ?? "";
    const upload = uploads.get(id);
    if (!upload || upload.path !== path) return error(404, "NoSuchUpload", "The upload does not exist.");
    if (method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return { status: 200, headers: { ETag: `"${sha256(body)}"` } };
    }
    uploads.delete(id);
    if (method === "DELETE") return { status: 204 };
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    );
    const parts = numbers.map((number) => upload.parts.get(number));
    const small = parts.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1024 * 1024);
    if (small || parts.includes(undefined))
      return error(400, small ? "EntityTooSmall" : "InvalidPart", "A part is amiss.");
    objects.set(path, Buffer.concat(parts as Buffer[]));
    return xml(200, `<CompleteMultipartUploadResult><ETag>"${id}"</ETag></CompleteMultipartUploadResult>`);
  }

  function answer(method: string, path: string, query: URLSearchParams, body: Buffer): Answer {
    if (path.split("/")[0] !== bucket) return error(404, "NoSuchBucket", "The specified bucket does not exist");
    if (query.has("uploads") || query.has("uploadId")) return inParts(method, path, query, body);
    if (method === "GET" && query.get("list-type") === "2") return list(query);
    if (method === "PUT") {
      objects.set(path, body);
      return { status: 200, headers: { ETag: `"${sha256(body)}"` } };
    }
    if (method === "DELETE") {
      objects.delete(path);
      return { status: 204 };
    }
    const found = objects.get(path);
    if (!found) return error(404, "NoSuchKey", "The specified key does not exist.");
    return { status: 200, body: found, headers: { "Content-Length": String(found.length) } };
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "", "http://s3");
    const path = decodeURIComponent(url.pathname).slice(1);
    const method = request.method ?? "";
    requests.push(`${method} ${path}`);
    if (open++ === 0) busySince = performance.now();
    load.mostAtOnce = Math.max(load.mostAtOnce, open);
    response.once("close", () => {
      if (--open === 0) load.busyMs += performance.now() - busySince;
    });
    const body = await buffer(request);
    if (delayMs > 0) await sleep(delayMs);
    const failed = failing?.(method, path);
    if (failed === "hang") return;
    const found = failed
      ? error(failed, failed === 403 ? "AccessDenied" : "ServiceUnavailable", "Not now.")
      : (misSigned(request, url, body) ?? answer(method, path, url.searchParams, body));
    response.writeHead(found.status, found.headers).end(method === "HEAD" ? undefined : found.body);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    env: { S3_ENDPOINT: url, S3_ACCESS_KEY_ID: KEY_ID, S3_SECRET_ACCESS_KEY: KEY },
    objects,
    openUploads: () => uploads.size,
    fail: (how) => {
      failing = how;
    },
    slowDown(ms) {
      delayMs = ms;
    },
    load: () => ({ ...load }),
    asked: () => {
      const before = requests;
      requests = [];
      return before;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
