import { AppError } from "@/lib/contract/errors";
import { assertBoundedJson } from "@/lib/contract/input-bounds";
import { inTime } from "./arrival";
import { charsetIn, decoderOf } from "./charset";
import { decompressed } from "./content-coding";
import { formOf } from "./form";
import { partsOf } from "./parts";

const maxBodyBytes = 1024 * 1024;
const tooLarge = () => new AppError("body_too_large");

/** What is read of a request with a body. */
export interface BodyRequest {
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
