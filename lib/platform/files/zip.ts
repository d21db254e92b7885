import type { Readable } from "node:stream";
import { ZipFile } from "yazl";

/**
 * A ZIP that is created while it is read. `write` adds the files. It stops when `left` aborts, because the recipient
 * has disconnected.
 */
export async function* writeZip(write: (zip: ZipFile, left: AbortSignal) => Promise<void>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const left = new AbortController();
  const fail = (error: unknown) => output.destroy(error as Error);
  zip.on("error", fail);
  write(zip, left.signal).then(() => zip.end(), fail);
  try {
    yield* output;
  } finally {
    left.abort();
  }
}
