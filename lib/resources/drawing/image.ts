import sharp from "sharp";
import { refusedField } from "@/lib/contract/errors";
import { imageTypeOf } from "./image-type";

/** A picture of few bytes can be one of very many pixels. */
const limits = { limitInputPixels: 25_000_000 };
/** What takes longer is given up. */
const timeout = { seconds: 5 };

/**
 * A user's png or jpg drawn anew: upright, without what cameras add (places, names), at most `side` pixels wide and
 * high. What cannot be drawn is refused, naming the field `path`.
 */
export async function normalImage(bytes: Uint8Array, side: number, path: string): Promise<Uint8Array> {
  try {
    return await sharp(bytes, limits)
      .timeout(timeout)
      .rotate()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .toFormat(imageTypeOf(bytes) === "jpeg" ? "jpeg" : "png")
      .toBuffer();
  } catch {
    throw refusedField(path, "image_damaged");
  }
}

/** The picture, which is one that `normalImage` made, with sides of at most `side` pixels; null where it has such already. */
export async function smallerImage(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  const { width, height } = await sharp(bytes, limits).metadata();
  return Math.max(width, height) > side ? normalImage(bytes, side, "logo") : null;
}

/** A picture as a card of so many pixels shows it; null where it cannot be read. */
export async function cardImage(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, limits).timeout(timeout).rotate();
    return await image.resize(width, height, { fit: "cover" }).webp().toBuffer();
  } catch {
    return null;
  }
}
