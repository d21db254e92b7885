import { PDFDocument, type PDFPage, rgb } from "pdf-lib";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { type Label, type LabelGrid, labelsOn, type Paper, papers } from "@/lib/drawing/label-layout";
import { advanceOf, capHeight, lettersIn, unknownIn } from "@/lib/drawing/lettering";
import type { DrawnCode } from "./drawn-codes";

/** Sizes in points. */
const text = { capital: 5, line: 9 };
const markLength = 3;

/** Draws codes, which are PDFs, on labels. Pages are finished one by one, because unfinished ones take much memory. */
export async function* labelsOf(
  codes: AsyncIterable<DrawnCode>,
  { paper, labels: grid }: { paper: Paper; labels: LabelGrid },
): AsyncGenerator<Uint8Array> {
  const labels = labelsOn(paper, grid);
  const file = await PDFDocument.create();
  const finish = async (some: DrawnCode[]) => {
    const page = await PDFDocument.load(await pageOf(some, labels, papers[paper]));
    const [copied] = await file.copyPages(page, [0]);
    file.addPage(copied);
  };
  let some: DrawnCode[] = [];
  for await (const code of codes) {
    if (some.push(code) < labels.length) continue;
    await finish(some);
    some = [];
  }
  if (some.length > 0) await finish(some);
  yield await file.save();
}

async function pageOf(codes: DrawnCode[], labels: Label[], size: readonly [number, number]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([...size]);
  for (const [index, code] of codes.entries()) {
    const label = labels[index];
    if (label) await drawLabel(page, code, label);
  }
  for (const { x, y } of labels) if (x > 0 && y > 0) markCut(page, x, y);
  return document.save();
}

/** Draws the code as large as fits above its short URL, in the middle of the label. */
async function drawLabel(page: PDFPage, { picture, shortUrl, payload }: DrawnCode, { content }: Label): Promise<void> {
  const [code] = await page.doc.embedPdf(picture);
  if (!code) return;
  const lines = linesOf(withoutScheme(unknownIn(shortUrl) === null ? shortUrl : payload), content.width);
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
  for (const { path, x } of lettersIn(line))
    page.drawSvgPath(path, { x: start + x * scale, y: baseline, scale, color: rgb(0, 0, 0) });
}

/** Marks where four labels meet, for cuts by hand. */
function markCut(page: PDFPage, x: number, fromTop: number): void {
  const y = page.getHeight() - fromTop;
  const line = { thickness: 0.25, color: rgb(0.6, 0.6, 0.6) };
  page.drawLine({ start: { x: x - markLength, y }, end: { x: x + markLength, y }, ...line });
  page.drawLine({ start: { x, y: y - markLength }, end: { x, y: y + markLength }, ...line });
}
