import { once } from "node:events";
import { Readable } from "node:stream";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { zipOf } from "@/lib/platform/files/zip";
import type { CodesJob } from "@/lib/transfers/job";
import { mostBytes } from "./bounds";
import { drawnCodes } from "./drawn-codes";
import { fileNames } from "./file-names";
import { labelsOf } from "./labels";

/** The file of a job. Throws if it becomes larger than `mostBytes`. */
export async function* codesIn(actor: Actor, { ids, file }: CodesJob): AsyncGenerator<Uint8Array> {
  authorize(actor, "links:read");
  if (file.kind === "zip") yield* within(mostBytes, zipOfCodes(actor, ids, file));
  else yield* within(mostBytes, labelsOf(actor, drawnCodes(actor, ids, { format: "pdf", pixels: 1_000 }), file));
}

function zipOfCodes(actor: Actor, ids: number[], { format, size }: { format: "png" | "svg"; size: number }) {
  const mtime = new Date();
  const nameOf = fileNames(format);
  return zipOf(async (zip, left) => {
    for await (const { alias, host, picture } of drawnCodes(actor, ids, { format, pixels: size })) {
      const source = Readable.from([picture], { objectMode: false });
      const isRead = once(source, "end", { signal: left });
      zip.addReadStream(source, nameOf(alias, host), { mtime, compress: format === "svg" });
      // Only one picture is in memory at a time.
      await isRead;
    }
  });
}

async function* within(most: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`a file of QR codes has more than ${most} bytes`);
    yield chunk;
  }
}
