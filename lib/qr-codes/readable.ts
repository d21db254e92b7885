import jsqr from "jsqr";
import sharp from "sharp";
import { invalid } from "@/lib/errors";
import { type Picture, svgOf } from "./picture";

/** A small picture, such as on a business card. */
const pixels = 200;

/** Refuses a picture that our own decoder cannot read back, and says why: by leaving out what may be to blame. */
export async function refuseUnreadable(picture: Picture): Promise<void> {
  if (await isReadable(picture)) return;
  const blackOnWhite = { ...picture, foreground: "rgb(0,0,0)", background: "rgb(255,255,255)" };
  if (!(await isReadable({ ...blackOnWhite, logo: null }))) throw invalid("data", "This is too much for a QR code.");
  if (await isReadable({ ...picture, logo: null })) {
    throw invalid("logo", "With this logo the code cannot be read. Please choose one that is smaller or plainer.");
  }
  const swapped = { ...picture, foreground: picture.background, background: picture.foreground, logo: null };
  throw invalid(
    "foreground",
    (await isReadable(swapped))
      ? "The code must be darker than its background, or many cameras cannot read it."
      : "These colours are too much alike for the code to be read. Please choose a darker foreground or a lighter background.",
  );
}

async function isReadable(picture: Picture): Promise<boolean> {
  const { data, info } = await sharp(svgOf(picture, pixels)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = jsqr(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: "dontInvert" });
  return found?.data === picture.payload;
}
