import { LRUCache } from "lru-cache";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { describePicture, plainDesign } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { type Format, logoSide, type Picture } from "@/lib/drawing/look";
import { log } from "@/lib/platform/log/log";
import { linkOrigin, linkPayloadOf, shortUrlOf } from "@/lib/resources/links/short-url";
import { linkDesign, linkLogo } from "@/lib/resources/qr-codes/link-design";

/** A logo on a label is at most 2 cm wide. */
const labelLogoSide = 256;

export interface DrawnCode {
  alias: string;
  host: string;
  shortUrl: string;
  /** the content of the code: the short URL in its encoded form */
  payload: string;
  picture: Uint8Array;
}

type Present = Awaited<ReturnType<typeof linkDesign>>;

/** Draws the codes of links one at a time, in the order of their ids. Leaves out links that were deleted meanwhile. */
export async function* drawnCodes(
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
