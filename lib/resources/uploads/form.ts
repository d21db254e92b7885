import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { FILE_WITHIN_MS } from "@/lib/contract/body/body";
import { AppError, refusedField } from "@/lib/contract/errors";

export const maxUploadBytes = 64 * 2 ** 20;
/** The file and the other fields of its form. */
const maxFormBytes = maxUploadBytes + 64 * 2 ** 10;

interface UploadedFile {
  name: string;
  /** the form's fields before the file */
  fields: Record<string, string>;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Passes the file in a multipart form to `take` while it arrives, and returns its result. The rest of the body is read
 * and dropped, because browsers read the response only after sending all of it.
 */
export async function takeUpload<Value>(
  { headers, body }: Pick<Request, "headers" | "body">,
  take: (file: UploadedFile) => Promise<Value>,
): Promise<Value> {
  const type = headers.get("content-type");
  if (!body || !type?.startsWith("multipart/form-data")) throw noFile();
  if (Number(headers.get("content-length") ?? 0) > maxFormBytes) throw tooLarge();
  const form = new Busboy({ headers: { "content-type": type }, limits: { fields: 10, fieldSize: 1000, files: 1 } });
  const fields: Record<string, string> = {};
  let stream: BusboyFileStream | undefined;
  let taken: Promise<Value> | undefined;
  form.on("field", (name, value) => {
    fields[name] = value;
  });
  form.on("file", (_field, file, name) => {
    stream = file;
    // The reader of the file may not have begun yet. Without a listener, the error would end the process.
    file.on("error", () => undefined);
    // Destroying the stream would block the rest of the form.
    const chunks = file.iterator({ destroyOnReturn: false });
    const taking = name ? take({ name, fields, chunks }) : Promise.reject(noFile());
    taken = taking.finally(() => file.resume());
    // The error is thrown after the form has ended, so it must not count as unhandled before.
    taken.catch(() => undefined);
  });
  try {
    // A slower upload would block other uploads.
    const signal = AbortSignal.timeout(FILE_WITHIN_MS);
    await pipeline(Readable.fromWeb(body as ReadableStream), bounded, form, { signal });
  } catch (error) {
    stream?.destroy(error as Error);
    const failure = await taken?.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    // The reader of the file fails with the connection's error, which looks like that of a lost database.
    for (const reason of [error, failure]) if (reason instanceof AppError) throw reason;
    throw refusedField("file", "file_incomplete");
  }
  if (!taken) throw noFile();
  return taken;
}

async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxFormBytes) throw tooLarge();
    yield chunk;
  }
}

export const tooLarge = () => refusedField("file", "file_too_large", { size: maxUploadBytes / 2 ** 20 });

const noFile = () => refusedField("file", "file_required");
