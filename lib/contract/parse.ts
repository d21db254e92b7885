import { AppError, type FieldError } from "./errors";
import { assertBoundedJson, assertBoundedShape } from "./shape";
import type { z } from "./zod";

const maxBodyBytes = 1024 * 1024;
const tooLarge = () => new AppError("too_large", "The body is larger than 1 MiB.");

/** The bytes of the body, whatever they are. */
export async function readBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // A client that is gone looks like a database that is.
    throw error instanceof AppError ? error : new AppError("invalid", "The body broke off.");
  }
  return Buffer.concat(chunks);
}

/** The JSON body; `{}` where there is none. */
export async function readJson(request: Request): Promise<unknown> {
  const body = await readBody(request);
  if (body.length === 0) return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)) {
    throw new AppError("unsupported_type", "The body must be JSON, with the header Content-Type: application/json.");
  }
  assertBoundedJson(body);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new AppError("invalid", "The body is not valid JSON.");
  }
}

const maxErrors = 20;
const maxPathLength = 200;
const maxSentenceLength = 1000;

/** `input` by `schema`, or a refusal that names the fields that are wrong: 20 at most, whatever was sent. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  assertBoundedShape(input);
  const result = schema.safeParse(input);
  const fields = result.success
    ? unstorableTexts(result.data)
    : result.error.issues.slice(0, maxErrors).map(({ path, message }) => fieldError(path, message));
  if (result.success && fields.length === 0) return result.data;
  const first = fields[0];
  throw new AppError("invalid", first?.path ? `${first.path}: ${first.message}` : (first?.message ?? ""), fields);
}

const fieldError = (path: PropertyKey[], message: string): FieldError => ({
  path: path.join(".").slice(0, maxPathLength),
  message: message.slice(0, maxSentenceLength),
});

/** Texts that JSON can carry and Postgres cannot store: with a NUL in them, or half of a surrogate pair. */
function unstorableTexts(input: unknown): FieldError[] {
  const found: FieldError[] = [];
  const search = (value: unknown, path: string[]) => {
    if (found.length === maxErrors) return;
    if (typeof value === "string" && (value.includes("\0") || /\p{Cs}/u.test(value))) {
      found.push(fieldError(path, "This text has a character in it that cannot be stored."));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) search(member, [...path, key]);
    }
  };
  search(input, []);
  return found;
}
