import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface TestS3 {
  /** what whoever uses it has in its environment */
  env: Record<string, string>;
  /** by bucket and key: `bucket/prefix/file` */
  objects: Map<string, Buffer>;
  /** parts of files that were neither completed nor taken back */
  unfinished(): number;
  stop(): Promise<void>;
}

const KEY_ID = "AKIAOFTHETESTS";

/** A server that does of S3 what is asked of it here: whole objects and those in parts, lists, and deletions. */
export async function startS3(): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status?: number; headers?: object; body?: string | Buffer }> {
    const url = new URL(request.url ?? "", "http://s3");
    const path = decodeURIComponent(url.pathname).slice(1);
    const query = url.searchParams;
    const body = unchunked(request, await buffer(request));
    if (!request.headers.authorization?.includes(`Credential=${KEY_ID}/`)) return fault(403, "AccessDenied");
    if (request.method === "POST" && query.has("delete")) {
      const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key);
      for (const key of keys) objects.delete(`${path.replace(/\/$/, "")}/${key}`);
      return { body: "<DeleteResult></DeleteResult>" };
    }
    if (request.method === "GET" && query.get("list-type") === "2") return { body: listed(path, query) };
    if (request.method === "POST" && query.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return { body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` };
    }
    const parts = uploads.get(query.get("uploadId") ?? "");
    if (query.has("uploadId") && !parts) return fault(404, "NoSuchUpload");
    if (request.method === "PUT") {
      if (parts) parts.set(Number(query.get("partNumber")), body);
      else objects.set(path, body);
      return { headers: { ETag: `"${randomUUID()}"` } };
    }
    if (request.method === "POST" && parts) {
      const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(path, Buffer.concat(ordered));
      uploads.delete(query.get("uploadId") ?? "");
      return { body: `<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>` };
    }
    if (request.method === "DELETE") {
      if (parts) uploads.delete(query.get("uploadId") ?? "");
      else objects.delete(path);
      return { status: 204 };
    }
    const object = objects.get(path);
    return object ? { body: object } : fault(404, "NoSuchKey");
  }

  function listed(bucket: string, query: URLSearchParams): string {
    const begin = `${bucket.replace(/\/$/, "")}/`;
    const keys = [...objects.keys()].filter((key) => key.startsWith(begin + (query.get("prefix") ?? ""))).sort();
    // Few at a time, so that whoever asks has to ask again.
    const from = Number(query.get("continuation-token") ?? 0);
    const more = keys.length > from + 50;
    const contents = keys
      .slice(from, from + 50)
      .map((key) => `<Contents><Key>${key.slice(begin.length)}</Key></Contents>`);
    const next = more ? `<NextContinuationToken>${from + 50}</NextContinuationToken>` : "";
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  }

  const server = createServer(async (request, response) => {
    const { status = 200, headers = {}, body = "" } = await answer(request);
    response.writeHead(status, { "Content-Length": Buffer.byteLength(body), ...headers });
    response.end(request.method === "HEAD" ? undefined : body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: "a secret key of the tests",
    },
    objects,
    unfinished: () => uploads.size,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const fault = (status: number, code: string) => ({ status, body: `<Error><Code>${code}</Code></Error>` });

/** `aws-chunked`: each piece behind its length, and a checksum behind the last. */
function unchunked({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (!headers["content-encoding"]?.includes("aws-chunked")) return body;
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const length = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!length) return Buffer.concat(pieces);
    pieces.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
