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
import type { Area, Shade } from "./area";
import { detectImageType } from "./image-type";
import type { Picture } from "./look";
import { composeScene, type Scene } from "./scene";

/** Draws a picture as a PDF of one page, `points` wide. */
export async function drawPdf(picture: Picture, points: number): Promise<Buffer> {
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
