import { contentTypes, type Download, download } from "./download";

type Cell = string | number | null;
type Rows = AsyncIterable<Cell[]>;

/** A CSV file (RFC 4180) that is sent while `rows` are still being read, so its size is not limited. */
export const csvDownload = (fileName: string, header: string[], rows: () => Rows | Promise<Rows>): Download =>
  download(fileName, contentTypes.csv, async () => csvLines(header, await rows()));

export async function* csvLines(header: string[], rows: Rows): AsyncGenerator<string> {
  // The byte order mark tells Excel that this is UTF-8.
  yield `\uFEFF${csvLine(header)}`;
  for await (const row of rows) yield csvLine(row);
}

export const csvLine = (cells: Cell[]): string => `${cells.map(cell).join(",")}\r\n`;

/** The start of a formula for spreadsheets, also after invisible characters and in full-width and small forms. */
const formula = /^[\s\p{C}]*[=+\-@−＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;

/** Quotes all texts, so that a `;` does not split cells where it is the separator. */
function cell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  return `"${(formula.test(value.replace(/^'+/, "")) ? `'${value}` : value).replaceAll('"', '""')}"`;
}

/** The original text of a cell, without the `'` that protects it from being a formula. */
export const cellText = (text: string) =>
  text.startsWith("'") && formula.test(text.replace(/^'+/, "")) ? text.slice(1) : text;
