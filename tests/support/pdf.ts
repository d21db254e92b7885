import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";

/** Pixels per point: 216 dots per inch, less than any printer has. */
const scale = 3;

/** A page as it is printed, in shades of gray. */
export interface PrintedPage {
  width: number;
  height: number;
  /** one byte per pixel */
  data: Uint8Array;
}

/** Draws the pages of a PDF with PDFium, which the service does not use. */
export async function printed(pdf: Uint8Array): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages: PrintedPage[] = [];
  for (const page of document.pages()) pages.push(await page.render({ scale, render: "bitmap", colorSpace: "Gray" }));
  document.destroy();
  library.destroy();
  return pages;
}

/** Cuts a printed page into labels of the same size, row by row, as PNGs. */
export async function cutInto([columns, rows]: [number, number], page: PrintedPage): Promise<Buffer[]> {
  const { data, width, height } = page;
  const [across, down] = [width / columns, height / rows];
  const labels: Buffer[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [left, top] = [Math.round(column * across), Math.round(row * down)];
      const area = { left, top, width: Math.floor(across), height: Math.floor(down) };
      labels.push(
        await sharp(data, { raw: { width, height, channels: 1 } })
          .extract(area)
          .png()
          .toBuffer(),
      );
    }
  }
  return labels;
}

/** The share of a label's edges, `points` wide, that is printed on. */
export async function inkAtEdges(label: Buffer, points: number): Promise<number> {
  const { data, info } = await sharp(label).greyscale().raw().toBuffer({ resolveWithObject: true });
  const edge = points * scale;
  let [ink, all] = [0, 0];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if (x >= edge && y >= edge && x < info.width - edge && y < info.height - edge) continue;
      all++;
      if ((data[y * info.width + x] ?? 255) < 128) ink++;
    }
  }
  return ink / all;
}
