import sharp from "sharp";
import { refusedField } from "@/lib/contract/errors";
import type { CropArea } from "./crop-area";
import { imageTypeOf } from "./image-type";

/** A small file can hold a huge number of pixels. */
const limits = { limitInputPixels: 25_000_000 };
/** Drawings that take longer are aborted. On a busy machine, half a second of work can take ten. */
const timeout = { seconds: 40 };

/**
 * Redraws a user's png or jpg: upright, without metadata (places, names), at most `side` pixels wide and high. Refuses
 * what cannot be drawn, naming the field `path`.
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

/** Cuts an area out of an upright picture. Refuses one that is not inside of it, naming the field `crop`. */
export async function croppedImage(bytes: Uint8Array, area: CropArea): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes, limits).metadata();
  if (area.left + area.width > width || area.top + area.height > height) throw refusedField("crop", "crop_outside");
  return sharp(bytes, limits).timeout(timeout).extract(area).toBuffer();
}

/** Shrinks a picture from `normalImage` to at most `side` pixels a side; null if it is small enough already. */
export async function smallerImage(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  const { width, height } = await sharp(bytes, limits).metadata();
  return Math.max(width, height) > side ? normalImage(bytes, side, "logo") : null;
}

/** Crops a picture to a card of `width` by `height` pixels; null if it cannot be read. */
export async function cardImage(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, limits).timeout(timeout).rotate();
    return await image.resize(width, height, { fit: "cover" }).webp().toBuffer();
  } catch {
    return null;
  }
}
