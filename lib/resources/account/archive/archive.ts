import { createHash } from "node:crypto";
import { once } from "node:events";
import { addAbortSignal, Readable } from "node:stream";
import type { ZipFile } from "yazl";
import type { Actor } from "@/lib/auth/actor";
import { baseUrl } from "@/lib/platform/env";
import { portions } from "@/lib/platform/files/download";
import { zipOf } from "@/lib/platform/files/zip";
import type { ArchivedFile } from "./archived-file";
import { archivedFiles, partsLeftOut } from "./files";

/** A file's entry in the manifest. */
interface ManifestEntry {
  path: string;
  bytes: number;
  sha256: string;
  /** number of records, if the file has any */
  records?: number;
}

/**
 * Everything that the actor owns, as a ZIP that is created while it is sent: memory use stays at a few hundred KiB at
 * any size. The last file is the manifest, which lists the others, so an archive that has it is complete.
 */
export const archiveOf = (actor: Actor): AsyncGenerator<Buffer> => zipOf((zip, left) => write(zip, actor, left));

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
}

/** Adds one file and waits until it has been read, so that only one is open at a time. */
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
