import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { Dicer } from "@fastify/busboy";
import qs from "qs";
import { AppError } from "@/lib/contract/errors";
import { assertBoundedJson } from "@/lib/contract/input-bounds";
import { SentFile } from "@/lib/contract/sent-file";

/** Decodes bytes as text. Throws if they are invalid, so that no text with replaced letters is stored. */
type Decode = (bytes: Uint8Array) => string;

/** The charset that a `Content-Type` names. */
const charsetIn = (type: string): string | undefined => /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];

/** Finds a charset by its browser name (https://encoding.spec.whatwg.org/#names-and-labels). Default: UTF-8. */
function decoderOf(charset = "UTF-8"): Decode {
  const shown = charset.slice(0, 40);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw new AppError("body_charset_unknown", { charset: shown });
  }
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new AppError("body_not_in_charset", { charset: shown });
    }
  };
}

/** The limit of PHP: max_input_vars. */
const maxFormFields = 1000;

const options: qs.IParseOptions<qs.BooleanOptional> = { depth: 8, arrayLimit: maxFormFields, duplicates: "last" };

/** The field that browsers fill with the form's charset if its author asks for it. */
const stated = /(?:^|&)_charset_=([^&]+)/;

/** Parses a URL-encoded form with PHP's brackets. */
function formOf(body: Buffer, charset?: string): unknown {
  boundFields(body, "&");
  // One character for each byte, until the percent signs are decoded.
  const text = body.toString("latin1");
  const decode = decoderOf(charset ?? stated.exec(text)?.[1]);
  return qs.parse(text, { ...options, parameterLimit: maxFormFields, decoder: (part) => decoded(part, decode) });
}

/** Nests fields by the brackets in their names. */
const nested = (fields: Record<string, unknown>): unknown => qs.parse(fields as Record<string, string>, options);

/** Refuses too many fields before parsing them. */
function boundFields(body: Buffer, between: string): void {
  let count = 0;
  for (let at = body.indexOf(between); at >= 0; at = body.indexOf(between, at + between.length)) {
    if (++count >= maxFormFields) throw new AppError("body_too_many_values", { count: maxFormFields });
  }
}

function decoded(part: string, decode: Decode): string {
  const bytes = part
    .replaceAll("+", " ")
    .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return decode(Buffer.from(bytes, "latin1"));
}

interface Part {
  /** undecoded, one character for each byte */
  name: string;
  isFile: boolean;
  type: string;
  bytes: Buffer;
}

/**
 * Parses a multipart form. Each part may have its own charset or be a file. The part `_charset_` names the charset of
 * the others (RFC 7578, 4.6).
 */
async function partsOf(body: Buffer, type: string): Promise<unknown> {
  boundFields(body, "\n--");
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const parts = await readParts(body, quoted ?? plain ?? "").catch(() => {
    throw new AppError("body_not_a_form");
  });
  const stated = parts.find(({ name }) => name === "_charset_")?.bytes.toString("latin1");
  const usual = charsetIn(type) ?? stated;
  const fields: Record<string, unknown> = {};
  for (const part of parts) {
    const name = nameIn(decoderOf(usual)(Buffer.from(part.name, "latin1")));
    const value = part.isFile
      ? new SentFile(name, part.bytes, standInFor(part.bytes))
      : decoderOf(charsetIn(part.type) ?? usual)(part.bytes);
    const list = fields[name];
    fields[name] = name.endsWith("[]") && list ? [list, value].flat() : value;
  }
  return nested(fields);
}

/** The same address for the same picture, so that a repeated request is identical. */
const standInFor = (bytes: Uint8Array) => `https://sent.invalid/${createHash("sha256").update(bytes).digest("hex")}`;

/** Undoes the escaping that browsers apply to quotes and line breaks in names. */
const nameIn = (text: string) => text.replace(/%0A/gi, "\n").replace(/%0D/gi, "\r").replaceAll("%22", '"');

function readParts(body: Buffer, boundary: string): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    if (boundary === "") return reject(new Error("It has no boundary."));
    const parts: Part[] = [];
    const dicer = new Dicer({ boundary });
    dicer.on("part", (stream) => {
      const chunks: Buffer[] = [];
      let headers: Record<string, string[] | undefined> = {};
      stream.on("header", (found) => {
        headers = found as typeof headers;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("end", () => {
        const { "content-disposition": [disposition = ""] = [], "content-type": [type = ""] = [] } = headers;
        const [, name, plain] = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(disposition) ?? [];
        if (name === undefined && plain === undefined) return reject(new Error("A part has no name."));
        const isFile = /;\s*filename\*?=/i.test(disposition);
        parts.push({ name: name ?? plain ?? "", isFile, type, bytes: Buffer.concat(chunks) });
      });
    });
    dicer.on("error", reject);
    dicer.on("finish", () => resolve(parts));
    dicer.end(body);
  });
}

const maxBodyBytes = 1024 * 1024;
const tooLarge = () => new AppError("body_too_large");

/** What is read of a request with a body. */
interface BodyRequest {
  readonly headers: Pick<Headers, "get">;
  readonly body: unknown;
}

/** Returns the bytes of the body. Throws `body_too_slow` if they take too long to arrive. */
export async function readBody(request: BodyRequest): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const body = request.body as AsyncIterable<Uint8Array> | null | undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ? inTime(body) : []) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // A client that has left looks like a lost database.
    throw error instanceof AppError ? error : new AppError("body_broke_off");
  }
  return Buffer.concat(chunks);
}

/** Browsers' fetch sends a text as `text/plain` by default. */
const json = /^(application\/(json|[\w.+-]+\+json)|text\/plain)\s*(;|$)/i;
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const multipart = /^multipart\/form-data\s*(;|$)/i;

/** Calls `parse` for a body of that many bytes, now or later. */
type Schedule = (bytes: number, parse: () => unknown) => unknown;

/** Parses the body as JSON or as a form with PHP's brackets. Returns `{}` if there is no body. */
export async function readInput(
  request: BodyRequest,
  maxValues?: number,
  schedule: Schedule = (_, parse) => parse(),
): Promise<unknown> {
  const sent = await readBody(request);
  if (sent.length === 0) return {};
  const body = await decompressed(sent, request.headers.get("content-encoding"), maxBodyBytes);
  const type = request.headers.get("content-type") ?? "";
  const input = await schedule(body.length, () => inputOf(body, type, maxValues));
  // PHP encodes an object without members like this.
  return Array.isArray(input) && input.length === 0 ? {} : input;
}

function inputOf(body: Buffer, type: string, maxValues?: number): unknown {
  const charset = charsetIn(type);
  // curl labels every body as a form by default.
  if (type === "" || json.test(type) || (form.test(type) && /^\s*[{[]/.test(body.toString("latin1", 0, 64)))) {
    return jsonOf(body, charset, maxValues);
  }
  if (form.test(type)) return formOf(body, charset);
  if (multipart.test(type)) return partsOf(body, type);
  throw new AppError("body_type_unknown");
}

function jsonOf(body: Buffer, charset?: string, maxValues?: number): unknown {
  const decode = decoderOf(charset);
  // The bytes of UTF-8 are checked before they become text.
  if (charset === undefined) assertBoundedJson(body, maxValues);
  const text = decode(body);
  if (charset !== undefined) assertBoundedJson(Buffer.from(text), maxValues);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("body_not_json");
  }
}

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
async function decompressed(body: Buffer, contentEncoding: string | null, maxBytes: number): Promise<Buffer> {
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

/** How long a body of up to a megabyte may take to arrive: 140 kbit/s are fast enough. */
export const BODY_WITHIN_MS = 60_000;

/** How long a file may take to arrive: 64 MiB in this time are 900 kbit/s. */
export const FILE_WITHIN_MS = 10 * 60_000;

/** Passes on the chunks of a body while they arrive. Throws if they have not all arrived within a minute. */
export async function* inTime(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("body_too_slow")), BODY_WITHIN_MS).unref();
  });
  late.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), late]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // It is not awaited, because a chunk may still be on its way.
    chunks.return?.().catch(() => undefined);
  }
}
