import sharp from "sharp";
import { invalid } from "@/lib/errors";

const maxBytes = 1024 * 1024;
/** A picture of few bytes can be one of very many pixels. */
const maxPixels = 25_000_000;
/** The largest side that is kept. */
const side = 1000;

/** What the first bytes say that a picture is. */
export function imageTypeOf(bytes: Uint8Array): "png" | "jpeg" | null {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  return starts(0xff, 0xd8, 0xff) ? "jpeg" : null;
}

/**
 * A user's png or jpg drawn anew: upright, without what cameras add (places, names), at most 1,000 pixels wide and
 * high. Refuses anything else, naming the field `path`.
 */
export async function normalImage(bytes: Buffer, path: string): Promise<Buffer> {
  if (bytes.length > maxBytes) throw invalid(path, "The image is larger than 1 MiB.");
  const type = imageTypeOf(bytes);
  if (!type) throw invalid(path, "The image must be a png or jpg.");
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels })
      .rotate()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .toFormat(type)
      .toBuffer();
  } catch {
    throw invalid(path, "The image is damaged or has too many pixels.");
  }
}
