import { decodeHTML } from "entities";
import { actAs, currentAuthor } from "@/lib/platform/database/author";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { guardedFetchWithHeaders } from "@/lib/platform/network/guarded-fetch";
import { Background } from "@/lib/platform/process/background";
import { processSingleton } from "@/lib/platform/singleton";

/** Only this much of a page is read. */
const maxBytes = 256 * 1024;
const maxLength = 256;

const fetches = () => processSingleton("titleFetches", () => new Background(4, 1_000));

/** Gives a link without a title that of its destination, in the background. A title set meanwhile stays. */
export function fetchTitle({ id, destination }: { id: number; destination: string }): void {
  // Later, this context is that of whatever else was fetched before.
  const author = currentAuthor();
  fetches().add(`${id}`, async () => {
    try {
      const { headers, bytes } = await guardedFetchWithHeaders(destination, { first: maxBytes });
      const title = parseTitle(bytes, headers["content-type"]);
      if (title) await actAs(author, () => statement(store, [id, destination, title]));
    } catch (error) {
      log.debug({ link: id, error: String(error) }, "a destination's title could not be fetched");
    }
  });
}

const store = "UPDATE links SET title = $3 WHERE id = $1 AND destination = $2 AND title = ''";

/** Returns the title of an HTML page; null if it has none. */
export function parseTitle(bytes: Buffer, contentType = ""): string | null {
  const text = decoderFor(bytes, contentType).decode(bytes);
  const start = /<title(?:\s[^>]{0,200})?>/i.exec(text);
  if (!start) return null;
  const rest = text.slice(start.index + start[0].length);
  const end = rest.search(/<\/title/i);
  if (end === -1) return null;
  return oneLine(decodeHTML(rest.slice(0, end))) || null;
}

/** Returns a text without line breaks, with at most `most` characters. */
export function oneLine(text: string, most = maxLength): string {
  const words = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return [...words].slice(0, most).join("");
}

/** As in browsers, a byte order mark comes before the header, and the header before the page's own declaration. */
export function decoderFor(bytes: Buffer, contentType: string): TextDecoder {
  const marked = [
    ["utf-8", "efbbbf"],
    ["utf-16le", "fffe"],
    ["utf-16be", "feff"],
  ].find(([, mark = ""]) => bytes.toString("hex", 0, 3).startsWith(mark))?.[0];
  const said = /charset\s*=\s*["']?([\w.:-]+)/i;
  const label = marked ?? said.exec(contentType)?.[1] ?? said.exec(bytes.toString("latin1", 0, 1024))?.[1];
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
