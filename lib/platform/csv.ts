import { contentTypes, download } from "./download";

type Cell = string | number | null;

/** A CSV file (RFC 4180) that is sent while `rows` are still being read, however many there are. */
export const csvResponse = (fileName: string, header: string[], rows: AsyncIterable<Cell[]>): Response =>
  download(fileName, contentTypes.csv, csvLines(header, rows));

export async function* csvLines(header: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  // The mark at the start tells Excel that this is UTF-8.
  yield `\uFEFF${csvLine(header)}`;
  for await (const row of rows) yield csvLine(row);
}

export const csvLine = (cells: Cell[]): string => `${cells.map(cell).join(",")}\r\n`;

/** What a spreadsheet takes for the start of a formula, also behind what is not seen and in its wide and small forms. */
const formula = /^[\s\p{C}]*[=+\-@−＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;

/** Texts always stand in quotes: then one that holds `;` stays one cell where that separates them. */
function cell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  return `"${(formula.test(value.replace(/^'+/, "")) ? `'${value}` : value).replaceAll('"', '""')}"`;
}

/** What a cell held before it was kept from being taken for a formula. */
export const cellText = (text: string) =>
  text.startsWith("'") && formula.test(text.replace(/^'+/, "")) ? text.slice(1) : text;
