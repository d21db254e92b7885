import { PDFDocument, type PDFPage, rgb } from "pdf-lib";
import { type Label, type LabelGrid, labelsOn, type Paper, papers } from "./label-layout";
import { advanceOf, capHeight, findUnknownLetter, layOutLetters } from "./scene";

/** Sizes in points. */
const text = { capital: 5, line: 9 };
const markLength = 3;

/** What a label shows. */
export interface LabelContent {
  /** a code as a PDF */
  code: Uint8Array;
  /** the address below it */
  address: string;
  /** the address in ASCII, for letters without an outline */
  encoded: string;
}

/** Draws one page of labels as a PDF. */
export async function labelPage({
  contents,
  paper,
  grid,
}: {
  contents: LabelContent[];
  paper: Paper;
  grid: LabelGrid;
}): Promise<Uint8Array> {
  const labels = labelsOn(paper, grid);
  const document = await PDFDocument.create();
  const page = document.addPage([...papers[paper]]);
  for (const [index, content] of contents.entries()) {
    const label = labels[index];
    if (label) await drawLabel(page, content, label);
  }
  for (const { x, y } of labels) if (x > 0 && y > 0) markCut(page, x, y);
  return document.save();
}

/** Joins PDFs of one page. */
export async function joinPages({ pages }: { pages: Uint8Array[] }): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  for (const page of pages) {
    const [copied] = await file.copyPages(await PDFDocument.load(page), [0]);
    file.addPage(copied);
  }
  return file.save();
}

/** Draws the code as large as fits above its short URL, in the middle of the label. */
async function drawLabel(page: PDFPage, label: LabelContent, { content }: Label): Promise<void> {
  const [code] = await page.doc.embedPdf(label.code);
  if (!code) return;
  const lines = linesOf(findUnknownLetter(label.address) === null ? label.address : label.encoded, content.width);
  const scale = Math.min(content.width / code.width, (content.height - lines.length * text.line) / code.height);
  const [width, height] = [code.width * scale, code.height * scale];
  const top = content.y + (content.height - height - lines.length * text.line) / 2;
  const bottom = page.getHeight() - top - height;
  page.drawPage(code, { x: content.x + (content.width - width) / 2, y: bottom, width, height });
  for (const [index, line] of lines.entries()) drawLine(page, line, bottom - index * text.line, content);
}

/** Splits an address that is too long for one line after its host. */
function linesOf(address: string, width: number): string[] {
  const slash = address.indexOf("/") + 1;
  const fits = advanceOf(address) * (text.capital / capHeight) <= width;
  return fits ? [address] : [address.slice(0, slash), address.slice(slash)];
}

/** Draws a line below `top`, smaller if it is too long. */
function drawLine(page: PDFPage, line: string, top: number, { x: left, width }: Label["content"]): void {
  const advance = advanceOf(line);
  const scale = Math.min(text.capital / capHeight, width / advance);
  const start = left + (width - advance * scale) / 2;
  const baseline = top - (text.line + text.capital) / 2;
  for (const { path, x } of layOutLetters(line))
    page.drawSvgPath(path, { x: start + x * scale, y: baseline, scale, color: rgb(0, 0, 0) });
}

/** Marks where four labels meet, for cuts by hand. */
function markCut(page: PDFPage, x: number, fromTop: number): void {
  const y = page.getHeight() - fromTop;
  const line = { thickness: 0.25, color: rgb(0.6, 0.6, 0.6) };
  page.drawLine({ start: { x: x - markLength, y }, end: { x: x + markLength, y }, ...line });
  page.drawLine({ start: { x, y: y - markLength }, end: { x, y: y + markLength }, ...line });
}
