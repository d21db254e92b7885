import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { AppError } from "@/lib/contract/errors";

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const ungzip: Decompress = promisify(gunzip);

const codings: Record<string, Decompress> = {
  gzip: ungzip,
  "x-gzip": ungzip,
  br: promisify(brotliDecompress),
  deflate: (bytes, options) => (isWrapped(bytes) ? promisify(inflate) : promisify(inflateRaw))(bytes, options),
};

/** RFC 9110 means deflate in the zlib format (RFC 1950, 2.2), but many clients send it bare. */
const isWrapped = (bytes: Buffer) =>
  bytes.length > 1 && (bytes.readUInt8(0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** Clients compress once. Each further coding would cost the same work again. */
const mostCodings = 2;

/**
 * Decodes the body by its `Content-Encoding`; the last coding was applied last. Stops at the first byte beyond
 * `maxBytes`, so that a small body cannot expand without limit.
 */
export async function decompressed(body: Buffer, contentEncoding: string | null, maxBytes: number): Promise<Buffer> {
  const names = (contentEncoding ?? "").split(",").map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== "" && name !== "identity");
  if (applied.length > mostCodings) throw new AppError("body_encoding_unknown");
  let bytes = body;
  for (const name of applied.reverse()) {
    const decompress = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (!decompress) throw new AppError("body_encoding_unknown");
    if (bytes.length > 0) bytes = await decompress(bytes, { maxOutputLength: maxBytes }).catch(throwDecodingError);
  }
  return bytes;
}

function throwDecodingError(error: NodeJS.ErrnoException): never {
  throw new AppError(error.code === "ERR_BUFFER_TOO_LARGE" ? "body_too_large" : "body_not_compressed");
}
