import { once } from "node:events";
import { Readable } from "node:stream";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias } from "@/lib/contract/alias";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { studio } from "@/lib/drawing/drawing-processes";
import { type LabelGrid, labelsOn, type Paper } from "@/lib/drawing/label-layout";
import type { LabelContent } from "@/lib/drawing/label-page";
import { writeZip } from "@/lib/platform/files/zip";
import type { CodesJob } from "@/lib/transfers/job";
import { mostBytes } from "./bounds";
import { type DrawnCode, drawnCodes } from "./drawn-codes";

/** The file of a job. Throws if it becomes larger than `mostBytes`. */
export async function* drawCodes(actor: Actor, { ids, file }: CodesJob): AsyncGenerator<Uint8Array> {
  authorize(actor, "links:read");
  if (file.kind === "zip") yield* within(mostBytes, zipOfCodes(actor, ids, file));
  else yield* within(mostBytes, labelsOf(actor, drawnCodes(actor, ids, { format: "pdf", pixels: 1_000 }), file));
}

function zipOfCodes(actor: Actor, ids: number[], { format, size }: { format: "png" | "svg"; size: number }) {
  const mtime = new Date();
  const nameOf = fileNames(format);
  return writeZip(async (zip, left) => {
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

/** Windows has no files with these names, with any ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** File systems allow 255 bytes, and an alias may take 192. */
const longestHost = 40;

/**
 * Returns a function that names the file of a link after its alias. If several domains have the alias, its host
 * follows. Names differ in more than case, because some file systems ignore it.
 */
export function fileNames(extension: string): (alias: string, host: string) => string {
  const taken = new Set<string>();
  return (alias, host) => {
    const flat = alias.replaceAll("/", "-");
    const name = reserved.test(flat) ? `_${flat}` : flat;
    const named = `${name}-${host.replaceAll(":", "-").slice(0, longestHost)}`;
    let free = name;
    for (let number = 1; taken.has(foldAlias(free)); number++) free = number === 1 ? named : `${named}-${number}`;
    taken.add(foldAlias(free));
    return `${free}.${extension}`;
  };
}

/** Puts codes, which are PDFs, on labels. Pages are finished one by one, because unfinished ones take much memory. */
async function* labelsOf(
  actor: Actor,
  codes: AsyncIterable<DrawnCode>,
  { paper, labels: grid }: { paper: Paper; labels: LabelGrid },
): AsyncGenerator<Uint8Array> {
  const onPage = labelsOn(paper, grid).length;
  const pages: Uint8Array[] = [];
  let contents: LabelContent[] = [];
  const finish = async () => {
    pages.push(await studio().have("labelPage", { contents, paper, grid }, actor));
    contents = [];
  };
  for await (const { picture, shortUrl, payload } of codes) {
    contents.push({ code: picture, address: withoutScheme(shortUrl), encoded: withoutScheme(payload) });
    if (contents.length === onPage) await finish();
  }
  if (contents.length > 0) await finish();
  yield await studio().have("joinPages", { pages }, actor);
}
