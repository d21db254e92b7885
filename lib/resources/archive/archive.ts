import { createHash } from "node:crypto";
import { once } from "node:events";
import { addAbortSignal, Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Actor } from "@/lib/auth/actor";
import { portions } from "@/lib/platform/download";
import { baseUrl } from "@/lib/platform/env";
import type { ArchivedFile } from "./archived-file";
import { archivedFiles, partsLeftOut } from "./files";

/** What the manifest says of a file. */
interface ManifestEntry {
  path: string;
  bytes: number;
  sha256: string;
  /** how many, where it has any */
  records?: number;
}

/**
 * All that the actor has, as a ZIP that is made as it is sent: whatever its size, a few hundred KiB of it are in memory. Its
 * last file tells how much is in the others, and whoever has it has all of them.
 */
export async function* archiveOf(actor: Actor): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const left = new AbortController();
  const fail = (error: unknown) => output.destroy(error as Error);
  zip.on("error", fail);
  write(zip, actor, left.signal).catch(fail);
  try {
    yield* output;
  } finally {
    // Whoever was to get it may have left.
    left.abort();
  }
}

async function write(zip: ZipFile, actor: Actor, left: AbortSignal): Promise<void> {
  const begun = new Date();
  const files: ManifestEntry[] = [];
  for await (const file of archivedFiles(actor, begun)) files.push(await add(zip, file, begun, left));
  const manifest = {
    format: "signpost-archive",
    version: 1,
    service: baseUrl(),
    account: actor.username,
    begun: begun.toISOString(),
    ended: new Date().toISOString(),
    files,
    leftOut: partsLeftOut(actor),
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), "manifest.json", { mtime: begun });
  zip.end();
}

/** Adds one file, and waits until it has been read: no more than one is open. */
async function add(zip: ZipFile, file: ArchivedFile, mtime: Date, left: AbortSignal): Promise<ManifestEntry> {
  const { path, sort, read } = file;
  const hash = createHash("sha256");
  let [bytes, lines] = [0, 0];
  async function* counted() {
    for await (const part of portions(each(read(), () => lines++))) {
      const chunk = Buffer.from(part as string);
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const source = addAbortSignal(left, Readable.from(counted(), { objectMode: false }));
  const isRead = once(source, "end");
  zip.addReadStream(source, path, { mtime, compress: sort !== "picture" });
  await isRead;
  const records = sort === "records" ? lines : sort === "table" ? lines - 1 : undefined;
  return { path, bytes, sha256: hash.digest("hex"), ...(records !== undefined && { records }) };
}

async function* each<Part>(parts: AsyncIterable<Part>, count: () => void): AsyncGenerator<Part> {
  for await (const part of parts) {
    count();
    yield part;
  }
}
