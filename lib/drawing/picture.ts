import { createHash } from "node:crypto";
import { imageSize } from "image-size";
import sharp from "sharp";
import type { Area, Shade } from "./area";
import { detectImageType } from "./image-type";
import type { Format, Picture } from "./look";
import { drawPdf } from "./pdf";
import { composeScene, type Scene } from "./scene";

/** Draws a picture in each format, with a width in pixels (points in a PDF). With a frame it is higher than wide. */
export const formats: Record<Format, { draw(picture: Picture, pixels: number): Promise<Buffer> }> = {
  png: { draw: async (picture, pixels) => sharp(drawSvg(picture, pixels)).png().toBuffer() },
  svg: { draw: async (picture, pixels) => drawSvg(picture, pixels) },
  pdf: { draw: drawPdf },
};

export function drawSvg(picture: Picture, pixels: number): Buffer {
  const scene = composeScene(picture, pixels);
  const { width, height, background, areas, logo } = scene;
  const id = idOf(scene);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"${logo ? ` xmlns:xlink="http://www.w3.org/1999/xlink"` : ""} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<rect width="${width}" height="${height}" fill="${background}"/>` +
      `${areas.map((area) => pathOf(area, id)).join("")}${logo ? imageOf(logo) : ""}</svg>`,
  );
}

/** Returns an id that no other code in a page has, and that is the same each time the code is drawn. */
function idOf({ logo, ...scene }: Scene): string {
  const hash = createHash("sha256").update(JSON.stringify(scene));
  if (logo) hash.update(logo.image);
  return `shade-${hash.digest("hex").slice(0, 16)}`;
}

/**
 * Browsers and SVG 2 read `href`, many programs for print only the `xlink:href` of SVG 1.1. The image fills its area
 * exactly, because Inkscape would stretch it.
 */
function imageOf({ image, x, y, size }: NonNullable<Scene["logo"]>): string {
  const { width, height } = imageSize(image);
  const scale = size / Math.max(width, height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  const data = `data:image/${detectImageType(image)};base64,${Buffer.from(image).toString("base64")}`;
  return (
    `<image x="${x + (size - drawnWidth) / 2}" y="${y + (size - drawnHeight) / 2}" width="${drawnWidth}" ` +
    `height="${drawnHeight}" href="${data}" xlink:href="${data}"/>`
  );
}

function pathOf({ path, fill, at: { x, y, scale } }: Area, id: string): string {
  const shade = typeof fill === "string" ? null : fill;
  const transform = x === 0 && y === 0 && scale === 1 ? "" : ` transform="translate(${x} ${y}) scale(${scale})"`;
  const gradient = shade ? `<defs>${gradientOf(shade, id)}</defs>` : "";
  return `${gradient}<path${transform} fill="${shade ? `url(#${id})` : fill}" d="${path}"/>`;
}

function gradientOf({ type, from, to, side }: Shade, id: string): string {
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const middle = side / 2;
  return type === "linear"
    ? `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${side}" y2="${side}">${stops}</linearGradient>`
    : `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${middle}" cy="${middle}" r="${radiusOf(side)}">${stops}</radialGradient>`;
}

/** The distance from the center of a square to its corners. */
const radiusOf = (side: number) => (side * Math.SQRT1_2).toFixed(2);
