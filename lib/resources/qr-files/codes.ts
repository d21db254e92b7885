import { once } from "node:events";
import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias } from "@/lib/contract/alias";
import { AppError } from "@/lib/contract/errors";
import { withoutScheme } from "@/lib/contract/readable-url";
import { describePicture, plainDesign } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { type LabelGrid, labelsOn, type Paper } from "@/lib/drawing/label-layout";
import type { LabelContent } from "@/lib/drawing/label-page";
import { type Format, logoSide, type Picture } from "@/lib/drawing/look";
import { writeZip } from "@/lib/platform/files/zip";
import { log } from "@/lib/platform/log/log";
import { linkOrigin, linkPayloadOf, shortUrlOf } from "@/lib/resources/links/short-url";
import { linkDesign, linkLogo } from "@/lib/resources/qr-codes/link-design";
import type { CodesJob } from "@/lib/transfers/job";
import { mostBytes } from "./schema";

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

/** A logo on a label is at most 2 cm wide. */
const labelLogoSide = 256;

interface DrawnCode {
  alias: string;
  host: string;
  shortUrl: string;
  /** the content of the code: the short URL in its encoded form */
  payload: string;
  picture: Uint8Array;
}

type Present = Awaited<ReturnType<typeof linkDesign>>;

/** Draws the codes of links one at a time, in the order of their ids. Leaves out links that were deleted meanwhile. */
async function* drawnCodes(
  actor: Actor,
  ids: number[],
  { format, pixels }: { format: Format; pixels: number },
): AsyncGenerator<DrawnCode> {
  // Most links share a few logos.
  const logos = new LRUCache<string, Uint8Array>({ max: 20 });
  const side = format === "pdf" ? labelLogoSide : logoSide;

  const logoOf = async ({ design, lender }: Present): Promise<Uint8Array | null> => {
    if (!design.logo) return null;
    const key = `${lender} ${design.logo}`;
    const known = logos.get(key);
    if (known) return known;
    const bytes = await linkLogo({ design, lender });
    if (!bytes) return null;
    const image = await studio().have("normalImage", { bytes, side, path: "logo" }, actor);
    logos.set(key, image);
    return image;
  };
  const draw = async (picture: Picture) => (await studio().have("draw", { picture, format, pixels }, actor)).file;

  for (const id of ids) {
    const present = await linkDesign(actor, id).catch(isMissing);
    if (!present) continue;
    const { link, design } = present;
    const payload = linkPayloadOf(link);
    const picture = await logoOf(present)
      .then((logo) => draw(describePicture(payload, design, logo)))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log.warn({ error: String(error), link: id }, "a link's QR code could not be drawn in its design");
        return draw(describePicture(payload, plainDesign, null));
      });
    const host = new URL(linkOrigin(link.domain)).host;
    yield { alias: link.alias, host, shortUrl: shortUrlOf(link), payload, picture };
  }
}

function isMissing(error: unknown): null {
  if (error instanceof AppError && error.kind === "not_found") return null;
  throw error;
}
