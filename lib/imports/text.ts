const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows = new TextDecoder("windows-1252");
const NEWLINE = 10;

/**
 * A file's text as spreadsheets write it: UTF-8, in lines that are none Windows-1252, or UTF-16, which begins with a mark.
 */
export async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let utf16: TextDecoder | null | undefined;
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    if (utf16 === undefined) utf16 = utf16Of(chunk);
    if (utf16) {
      yield utf16.decode(chunk, { stream: true });
      continue;
    }
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    begun.push(chunk.subarray(0, end || undefined));
    if (end === 0) continue;
    yield decoded(Buffer.concat(begun));
    begun = [chunk.subarray(end)];
  }
  yield utf16 ? utf16.decode() : decoded(Buffer.concat(begun));
}

function utf16Of([first, second]: Uint8Array): TextDecoder | null {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be") : null;
}

/** Whole lines; in one that is not UTF-8, Windows-1252 is what old spreadsheets mean. */
function decoded(lines: Uint8Array): string {
  try {
    return utf8.decode(lines);
  } catch {
    const each = eachLine(lines);
    // Without `stream`, some versions of Node take it for Latin-1, which has no €.
    return each.length > 1 ? each.map(decoded).join("") : windows.decode(lines, { stream: true });
  }
}

function eachLine(lines: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let start = 0, end: number; start < lines.length; start = end) {
    end = lines.indexOf(NEWLINE, start) + 1 || lines.length;
    found.push(lines.subarray(start, end));
  }
  return found;
}
