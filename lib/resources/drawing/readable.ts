import jsqr from "jsqr";
import sharp from "sharp";
import { contrastOf } from "@/lib/contract/contrast";
import { refusedField } from "@/lib/contract/errors";
import type { Picture } from "./look";
import { svgOf } from "./picture";
import { placeOf, shapeOf } from "./shape";

/** As small as on a business card, and near, where a logo that is a code itself might be read instead. */
const small = 200;
const near = 1000;

// Our decoder has the very pixels. A camera, in poor light, needs modules of more than one and colours that differ.
const leastScale = 2;
const leastContrast = 2;

/** Refuses a picture that our own decoder cannot read back, and says why: by leaving out what may be to blame. */
export async function assertReadable(picture: Picture): Promise<void> {
  const { payload, foreground, background, logo } = picture;
  if (placeOf(shapeOf(payload, logo !== null), small).scale < leastScale) {
    throw refusedField("data", logo ? "qr_data_too_long_for_logo" : "qr_data_too_long");
  }
  const alike = contrastOf(foreground, background) < leastContrast;
  if (!alike && (await isReadable(picture))) return;
  const bare = { ...picture, logo: null };
  if (!alike && (await isReadable(bare))) {
    throw refusedField("logo", "qr_logo_unreadable");
  }
  if (!alike && (await isReadable({ ...bare, foreground: background, background: foreground }))) {
    throw refusedField("foreground", "qr_inverted");
  }
  throw refusedField("foreground", "qr_colors_alike");
}

const isReadable = async (picture: Picture) => (await reads(picture, small)) && (await reads(picture, near));

async function reads(picture: Picture, pixels: number): Promise<boolean> {
  const { data, info } = await sharp(svgOf(picture, pixels)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = jsqr(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: "dontInvert" });
  return found?.data === picture.payload;
}
