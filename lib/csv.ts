type Cell = string | number | null;

/** Lines are sent in portions of about this many characters. */
const portion = 64 * 1024;

/** A CSV file (RFC 4180) that is sent while `rows` are still being read, however many there are. */
export function csvResponse(fileName: string, header: string[], rows: AsyncIterable<Cell[]>): Response {
  const texts = portions(header, rows);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => texts.return(undefined).then(() => undefined),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function* portions(header: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  // The mark at the start tells Excel that this is UTF-8.
  let text = `\uFEFF${csvLine(header)}`;
  for await (const row of rows) {
    text += csvLine(row);
    if (text.length < portion) continue;
    yield text;
    text = "";
  }
  yield text;
}

export const csvLine = (cells: Cell[]): string => `${cells.map(cell).join(",")}\r\n`;

/** What a spreadsheet takes for the start of a formula, also behind what is not seen and in its wide and small forms. */
const formula = /^[\s\p{C}]*[=+\-@−＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;

/** Texts always stand in quotes: then one that holds `;` stays one cell where that separates them. */
function cell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  return `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
}
