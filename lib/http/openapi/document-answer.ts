import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { BytesAnswer } from "@/lib/http/envelope";
import { isServerProcess } from "@/lib/platform/process/server-process";

/** A document that is requested often, in all encodings in which it is sent. */
export interface StoredDocument {
  etag: string;
  plain: Buffer<ArrayBuffer>;
  br: Buffer<ArrayBuffer>;
  gzip: Buffer<ArrayBuffer>;
}

/**
 * The document is compressed once, while the process does other work. The highest quality would take seconds and save
 * only a tenth.
 */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export async function storedDocument(document: unknown): Promise<StoredDocument> {
  const plain = Buffer.from(JSON.stringify(document));
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, brotliQuality), promisify(gzip)(plain)]);
  // The ETag is weak, because the bytes differ by encoding.
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { etag, plain, br, gzip: gzipped };
}

/** Answers with the document in an accepted encoding, or with 304 if the client has it (RFC 9110, 13.1.2). */
export function answerDocument(
  { etag, plain, ...encoded }: StoredDocument,
  request: Pick<Headers, "get">,
): BytesAnswer {
  const headers = { ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
  const known = (request.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^(?!W\/)/, "W/"));
  if (known.includes(etag) || known.includes("W/*")) return new BytesAnswer(304, headers, null);
  const accepted = new Negotiator({ headers: { "accept-encoding": request.get("accept-encoding") ?? "" } }).encodings();
  // Next compresses answers itself, and drops the header of one that is compressed already.
  const encoding = isServerProcess() ? (["br", "gzip"] as const).find((one) => accepted.includes(one)) : undefined;
  const own = { ...headers, "Content-Type": "application/json", ...(encoding && { "Content-Encoding": encoding }) };
  return new BytesAnswer(200, own, encoding ? encoded[encoding] : plain);
}
