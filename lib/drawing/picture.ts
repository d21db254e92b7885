import sharp from "sharp";
import type { Area, Shade } from "./area";
import { imageTypeOf } from "./image-type";
import type { Format, Picture } from "./look";
import { pdfOf } from "./pdf";
import { sceneOf } from "./scene";

/** Draws a picture in each format, with a width in pixels (points in a PDF). With a frame it is higher than wide. */
export const formats: Record<Format, { draw(picture: Picture, pixels: number): Promise<Buffer> }> = {
  png: { draw: async (picture, pixels) => sharp(svgOf(picture, pixels)).png().toBuffer() },
  svg: { draw: async (picture, pixels) => svgOf(picture, pixels) },
  pdf: { draw: pdfOf },
};

export function svgOf(picture: Picture, pixels: number): Buffer {
  const { width, height, background, areas, logo } = sceneOf(picture, pixels);
  const image = logo
    ? `<image x="${logo.x}" y="${logo.y}" width="${logo.size}" height="${logo.size}" href="data:image/${imageTypeOf(logo.image)};base64,${Buffer.from(logo.image).toString("base64")}"/>`
    : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<rect width="${width}" height="${height}" fill="${background}"/>${areas.map(pathOf).join("")}${image}</svg>`,
  );
}

function pathOf({ path, fill, at: { x, y, scale } }: Area): string {
  const shade = typeof fill === "string" ? null : fill;
  const transform = x === 0 && y === 0 && scale === 1 ? "" : ` transform="translate(${x} ${y}) scale(${scale})"`;
  return `${shade ? gradientOf(shade) : ""}<path${transform} fill="${shade ? "url(#shade)" : fill}" d="${path}"/>`;
}

function gradientOf({ type, from, to, side }: Shade): string {
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const middle = side / 2;
  return type === "linear"
    ? `<linearGradient id="shade" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${side}" y2="${side}">${stops}</linearGradient>`
    : `<radialGradient id="shade" gradientUnits="userSpaceOnUse" cx="${middle}" cy="${middle}" r="${radiusOf(side)}">${stops}</radialGradient>`;
}

/** The distance from the center of a square to its corners. */
const radiusOf = (side: number) => (side * Math.SQRT1_2).toFixed(2);
