import { PDFDocument, rgb } from "pdf-lib";
import sharp from "sharp";
import { imageTypeOf } from "./image-type";
import type { Format, Picture } from "./look";
import { placeOf, shapeOf } from "./shape";

/** How each format is drawn, for a side of so many pixels (in PDF: points). */
export const formats: Record<Format, { draw(picture: Picture, pixels: number): Promise<Buffer> }> = {
  png: { draw: async (picture, pixels) => sharp(svgOf(picture, pixels)).png().toBuffer() },
  svg: { draw: async (picture, pixels) => svgOf(picture, pixels) },
  pdf: { draw: pdfOf },
};

export function svgOf({ payload, foreground, background, logo }: Picture, pixels: number): Buffer {
  const shape = shapeOf(payload, logo !== null);
  const { scale, offset } = placeOf(shape, pixels);
  const box = logoBox(shape.hole, scale, offset);
  const image =
    logo && box
      ? `<image x="${box.at}" y="${box.at}" width="${box.size}" height="${box.size}" href="data:image/${imageTypeOf(logo)};base64,${Buffer.from(logo).toString("base64")}"/>`
      : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${pixels} ${pixels}">` +
      `<rect width="${pixels}" height="${pixels}" fill="${background}"/>` +
      `<path transform="translate(${offset} ${offset}) scale(${scale})" fill="${foreground}" d="${shape.path}"/>${image}</svg>`,
  );
}

async function pdfOf({ payload, foreground, background, logo }: Picture, points: number): Promise<Buffer> {
  const shape = shapeOf(payload, logo !== null);
  const { scale, offset } = placeOf(shape, points);
  const document = await PDFDocument.create();
  // The same code is always the same file.
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const page = document.addPage([points, points]);
  page.drawRectangle({ x: 0, y: 0, width: points, height: points, color: pdfColour(background) });
  // PDF counts from the bottom; the path goes down from where it starts.
  page.drawSvgPath(shape.path, { x: offset, y: points - offset, scale, color: pdfColour(foreground) });
  const box = logoBox(shape.hole, scale, offset);
  if (logo && box) {
    const image = await document.embedJpg(await jpgOf(logo, background));
    const { width, height } = image.scaleToFit(box.size, box.size);
    const middle = box.at + box.size / 2;
    page.drawImage(image, { x: middle - width / 2, y: points - middle - height / 2, width, height });
  }
  return Buffer.from(await document.save());
}

/** A png would be read byte by byte in JavaScript, which takes seconds. */
async function jpgOf(logo: Uint8Array, background: string): Promise<Uint8Array> {
  if (imageTypeOf(logo) === "jpeg") return logo;
  return sharp(logo).flatten({ background }).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
}

/** The logo keeps half a module's distance from the modules around it. */
function logoBox(hole: { at: number; size: number } | null, scale: number, offset: number) {
  return hole && { at: offset + (hole.at + 0.5) * scale, size: (hole.size - 1) * scale };
}

function pdfColour(colour: string) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => Number(part) / 255);
  return rgb(red, green, blue);
}
