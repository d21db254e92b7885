import sharp, { type Sharp } from "sharp";
import { isIco, largestIn } from "./ico";
import { isPicture } from "./image-type";

/** Twice the size that is shown, in pixels, for high-density screens. */
const side = 64;
/** A small file can hold a huge number of pixels. */
const limits = { limitInputPixels: 4_000_000 };
const timeout = { seconds: 20 };

/** Redraws a site's icon as a small PNG; null if it cannot be drawn. */
export async function siteIcon(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const found = isIco(bytes) ? largestIn(Buffer.from(bytes)) : bytes;
    if (!found) return null;
    if ("raw" in found) return await drawn(sharp(found.raw, { raw: { ...found.size, channels: 4 } }));
    return isPicture(found) ? await drawn(sharp(found, limits)) : null;
  } catch {
    return null;
  }
}

const drawn = (image: Sharp) =>
  image
    .timeout(timeout)
    .resize(side, side, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 }, withoutEnlargement: true })
    .png()
    .toBuffer();
