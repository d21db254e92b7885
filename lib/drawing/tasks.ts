import { AppError, type FieldError } from "@/lib/contract/errors";
import type { CropArea } from "./crop-area";
import { cardImage, croppedImage, normalImage, smallerImage } from "./image";
import { joinPages, labelPage } from "./label-page";
import { defaultPixels, type Format, logoSide, type Picture } from "./look";
import { formats } from "./picture";
import { assertReadable } from "./readable";
import { shapeOf } from "./shape";
import { siteIcon } from "./site-icon";

/** The tasks of the drawing threads. Bytes arrive and leave as plain `Uint8Array`s. */
export const tasks = {
  draw,
  assertReadable,
  preview,
  siteIcon,
  labelPage,
  joinPages,
  shape: ({ payload }: { payload: string }) => shapeOf(payload, false, { dots: "rounded", eyes: "rounded" }),
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
