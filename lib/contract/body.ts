import qs from "qs";
import { AppError } from "./errors";
import { assertBoundedJson } from "./shape";

const maxBodyBytes = 1024 * 1024;
const tooLarge = () => new AppError("body_too_large");

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
    throw error instanceof AppError ? error : new AppError("body_broke_off");
  }
  return Buffer.concat(chunks);
}

/** `text/plain` is what the fetch of browsers calls a text, unless it is told otherwise. */
const json = /^(application\/(json|[\w.+-]+\+json)|text\/plain)\s*(;|$)/i;
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const multipart = /^multipart\/form-data\s*(;|$)/i;

/** What the body says, as JSON or as a form with the brackets of PHP; `{}` where there is none. */
export async function readInput(request: Request, maxValues?: number): Promise<unknown> {
  const body = await readBody(request);
  if (body.length === 0) return {};
  const type = request.headers.get("content-type") ?? "";
  const input = await inputOf(body, type, maxValues);
  // PHP writes an object without members so.
  return Array.isArray(input) && input.length === 0 ? {} : input;
}

function inputOf(body: Buffer, type: string, maxValues?: number): unknown {
  // curl calls every body a form unless it is told otherwise.
  if (type === "" || json.test(type) || (form.test(type) && /^\s*[{[]/.test(body.toString("latin1", 0, 64)))) {
    return jsonOf(body, maxValues);
  }
  if (form.test(type)) return formOf(body);
  if (multipart.test(type)) return partsOf(body, type);
  throw new AppError("body_type_unknown");
}

function jsonOf(body: Buffer, maxValues?: number): unknown {
  assertBoundedJson(body, maxValues);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new AppError("body_not_json");
  }
}

/** As many as PHP takes: max_input_vars. */
const maxFormFields = 1000;
const tooMany = () => new AppError("body_too_many_values", { count: maxFormFields });

const options: qs.IParseOptions<qs.BooleanOptional> = { depth: 8, arrayLimit: maxFormFields, duplicates: "last" };

function formOf(body: Buffer): unknown {
  if (countOf(body, "&") >= maxFormFields) throw tooMany();
  return qs.parse(body.toString("utf8"), { ...options, parameterLimit: maxFormFields });
}

async function partsOf(body: Buffer, type: string): Promise<unknown> {
  if (countOf(body, "\n--") > maxFormFields) throw tooMany();
  const parts = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } })
    .formData()
    .catch(() => null);
  if (!parts) throw new AppError("body_not_a_form");
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of parts) {
    if (typeof value !== "string") throw new AppError("body_has_file", { field: name.slice(0, 200) });
    const list = fields[name];
    fields[name] = name.endsWith("[]") && list ? [list, value].flat() : value;
  }
  return qs.parse(fields as unknown as Record<string, string>, options);
}

function countOf(body: Buffer, text: string): number {
  let count = 0;
  for (let at = body.indexOf(text); at >= 0 && count <= maxFormFields; at = body.indexOf(text, at + text.length))
    count++;
  return count;
}
