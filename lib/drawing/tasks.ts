import sharp from "sharp";
import { AppError, type FieldError, refusedField } from "@/lib/contract/errors";
import type { CropArea } from "./crop-area";
import { detectImageType } from "./image-type";
import { joinPages, labelPage } from "./label-page";
import { defaultPixels, type Format, logoSide, type Picture } from "./look";
import { formats } from "./picture";
import { assertReadable } from "./readable";
import { encodeShape } from "./shape";
import { siteIcon } from "./site-icon";

/** A small file can hold a huge number of pixels. */
const limits = { limitInputPixels: 25_000_000 };
/** Drawings that take longer are aborted. On a busy machine, half a second of work can take ten. */
const timeout = { seconds: 40 };

/**
 * Redraws a user's png or jpg: upright, without metadata (places, names), at most `side` pixels wide and high. Refuses
 * what cannot be drawn, naming the field `path`.
 */
async function normalImage(bytes: Uint8Array, side: number, path: string): Promise<Uint8Array> {
  try {
    return await sharp(bytes, limits)
      .timeout(timeout)
      .rotate()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .toFormat(detectImageType(bytes) === "jpeg" ? "jpeg" : "png")
      .toBuffer();
  } catch {
    throw refusedField(path, "image_damaged");
  }
}

/** Cuts an area out of an upright picture. Refuses one that is not inside of it, naming the field `crop`. */
async function croppedImage(bytes: Uint8Array, area: CropArea): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes, limits).metadata();
  if (area.left + area.width > width || area.top + area.height > height) throw refusedField("crop", "crop_outside");
  return sharp(bytes, limits).timeout(timeout).extract(area).toBuffer();
}

/** Shrinks a picture from `normalImage` to at most `side` pixels a side; null if it is small enough already. */
async function smallerImage(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  const { width, height } = await sharp(bytes, limits).metadata();
  return Math.max(width, height) > side ? normalImage(bytes, side, "logo") : null;
}

/** Crops a picture to a card of `width` by `height` pixels; null if it cannot be read. */
async function cardImage(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, limits).timeout(timeout).rotate();
    return await image.resize(width, height, { fit: "cover" }).webp().toBuffer();
  } catch {
    return null;
  }
}

/** The tasks of the drawing threads. Bytes arrive and leave as plain `Uint8Array`s. */
export const tasks = {
  draw,
  assertReadable,
  preview,
  siteIcon,
  labelPage,
  joinPages,
  shape: ({ payload }: { payload: string }) => encodeShape(payload, false, { dots: "rounded", eyes: "rounded" }),
  normalImage: ({ bytes, side, path }: { bytes: Uint8Array; side: number; path: string }) =>
    normalImage(bytes, side, path),
  croppedImage: ({ bytes, area }: { bytes: Uint8Array; area: CropArea }) => croppedImage(bytes, area),
  cardImage: ({ bytes, width, height }: { bytes: Uint8Array; width: number; height: number }) =>
    cardImage(bytes, width, height),
};

interface Drawing {
  picture: Picture;
  format: Format;
  pixels: number;
}

interface Drawn {
  file: Uint8Array;
  /** the shrunken logo, if it was larger than logos may be */
  smallerLogo: Uint8Array | null;
}

async function draw({ picture, format, pixels }: Drawing): Promise<Drawn> {
  const smallerLogo = picture.logo && (await smallerImage(picture.logo, logoSide));
  const logo = smallerLogo ?? picture.logo;
  return { file: await formats[format].draw({ ...picture, logo }, pixels), smallerLogo };
}

/** Returns the code's picture, and why it would be refused. */
async function preview(picture: Picture): Promise<{ png: Uint8Array; refusal: FieldError | null }> {
  const refusal = await assertReadable(picture).then(() => null, fieldOf);
  return { png: await formats.png.draw(picture, defaultPixels), refusal };
}

function fieldOf(error: unknown): FieldError {
  const field = error instanceof AppError ? error.fields?.[0] : undefined;
  if (!field) throw error;
  return field;
}
