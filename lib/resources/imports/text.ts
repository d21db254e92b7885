import { isUtf8 } from "node:buffer";
import { refusedField } from "@/lib/contract/errors";
import { maxEntryLength } from "./bounds";

const windows = new TextDecoder("windows-1252");
const NEWLINE = 10;

/**
 * Decodes a file as spreadsheets write it: UTF-8 with lines in Windows-1252, or UTF-16 with a byte order mark. After a
 * line that is longer than any in a table, it is read as UTF-8 only.
 */
export async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null | undefined;
  let begun: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (decoder === undefined) decoder = utf16Of(chunk);
    if (decoder) {
      yield further(decoder, chunk);
      continue;
    }
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    begun.push(chunk.subarray(0, end || undefined));
    length += end || chunk.length;
    if (end === 0 && length <= maxEntryLength) continue;
    if (end === 0) {
      decoder = new TextDecoder("utf-8", { fatal: true });
      yield further(decoder, Buffer.concat(begun));
    } else {
      yield decoded(Buffer.concat(begun));
    }
    begun = end === 0 ? [] : [chunk.subarray(end)];
    length = end === 0 ? 0 : chunk.length - end;
  }
  yield decoder ? further(decoder) : decoded(Buffer.concat(begun));
}

function utf16Of([first, second]: Uint8Array): TextDecoder | null {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be") : null;
}

function further(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw refusedField("file", "file_not_utf8");
  }
}

/** Decodes whole lines. Lines that are not UTF-8 are Windows-1252, as old spreadsheets write them. */
function decoded(lines: Uint8Array): string {
  if (isUtf8(lines))
    return Buffer.from(lines.buffer, lines.byteOffset, lines.length)
      .toString()
      .replace(/^\uFEFF/, "");
  const each = eachLine(lines);
  // Without `stream`, some versions of Node decode Latin-1 instead, which has no €.
  return each.length > 1 ? each.map(decoded).join("") : windows.decode(lines, { stream: true });
}

function eachLine(lines: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let start = 0, end: number; start < lines.length; start = end) {
    end = lines.indexOf(NEWLINE, start) + 1 || lines.length;
    found.push(lines.subarray(start, end));
  }
  return found;
}
