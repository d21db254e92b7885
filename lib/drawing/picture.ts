import { createHash } from "node:crypto";
import { imageSize } from "image-size";
import {
  clip,
  degrees,
  drawSvgPath,
  endPath,
  PDFDocument,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  rgb,
} from "pdf-lib";
import sharp from "sharp";
import type { Area, Shade } from "./box";
import { detectImageType } from "./image-type";
import type { Format, Picture } from "./look";
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

/** Draws a picture as a PDF of one page, `points` wide. */
async function drawPdf(picture: Picture, points: number): Promise<Buffer> {
  const scene = composeScene(picture, points);
  const { width, height, background, areas, logo } = scene;
  const document = await PDFDocument.create();
  // With fixed dates, the same code always gives the same file.
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const page = document.addPage([width, height]);
  page.drawRectangle({ x: 0, y: 0, width, height, color: rgb(...partsOf(background)) });
  for (const area of areas) fill(document, page, area, height);
  if (logo) await drawLogo(document, page, scene, logo);
  return Buffer.from(await document.save());
}

/** PDF's y axis goes up from the bottom, while a path goes down from where it starts. */
function fill(document: PDFDocument, page: PDFPage, { path, fill: paint, at: { x, y, scale } }: Area, height: number) {
  const place = { x, y: height - y, scale };
  if (typeof paint === "string") return page.drawSvgPath(path, { ...place, color: rgb(...partsOf(paint)) });
  const outline = drawSvgPath(path, {
    ...place,
    rotate: degrees(0),
    color: undefined,
    borderColor: undefined,
    borderWidth: 0,
  });
  page.pushOperators(...outline.slice(0, -1), clip(), endPath(), shading(document, page, paint), popGraphicsState());
}

/** Returns the operator that fills the current clipping path with a gradient. */
function shading({ context }: PDFDocument, page: PDFPage, { type, from, to, side }: Shade): PDFOperator {
  const middle = side / 2;
  const shade = context.obj({
    ShadingType: type === "linear" ? 2 : 3,
    ColorSpace: "DeviceRGB",
    Coords: type === "linear" ? [0, 0, side, side] : [middle, middle, 0, middle, middle, side * Math.SQRT1_2],
    Function: { FunctionType: 2, Domain: [0, 1], C0: partsOf(from), C1: partsOf(to), N: 1 },
    Extend: [true, true],
  });
  const name = PDFName.of("Shade");
  page.node.Resources()?.set(PDFName.of("Shading"), context.obj({ Shade: shade }));
  return PDFOperator.of(PDFOperatorNames.ShadingFill, [name]);
}

async function drawLogo(document: PDFDocument, page: PDFPage, scene: Scene, logo: NonNullable<Scene["logo"]>) {
  const image = await document.embedJpg(await jpgOf(logo.image, scene.background));
  const { width, height } = image.scaleToFit(logo.size, logo.size);
  const middle = { x: logo.x + logo.size / 2, y: scene.height - logo.y - logo.size / 2 };
  page.drawImage(image, { x: middle.x - width / 2, y: middle.y - height / 2, width, height });
}

/** pdf-lib would decode a png byte by byte in JavaScript, which takes seconds. */
async function jpgOf(logo: Uint8Array, background: string): Promise<Uint8Array> {
  if (detectImageType(logo) === "jpeg") return logo;
  return sharp(logo).flatten({ background }).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
}

function partsOf(colour: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => Number(part) / 255);
  return [red, green, blue];
}
