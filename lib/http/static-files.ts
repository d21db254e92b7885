import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import Negotiator from "negotiator";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** By what `scripts/compress.mjs` names them, the smaller ones first. */
const suffixes = { br: ".br", gzip: ".gz" } as const;
type Encoding = keyof typeof suffixes;
const encodings = Object.keys(suffixes) as Encoding[];

const types: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".js": "application/javascript; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/**
 * Sends the files that the pages were built into as the build has compressed them, and leaves all else to `pages`: Next
 * would compress each anew for every browser, on the thread that answers visitors. They are kept in memory, some 2 MB, so
 * that whoever has a page open finds its files even while a newer version is being built.
 */
export function staticFiles(build: string, pages: Handler): Handler {
  const files = new Map(encodings.map((encoding) => [encoding, compressedFiles(join(build, "static"), encoding)]));
  return (request, response) => {
    const { url = "", method } = request;
    const asked = url.startsWith("/_next/static/") && (method === "GET" || method === "HEAD");
    const accepted = asked ? new Negotiator(request).encodings() : [];
    const encoding = encodings.find((one) => accepted.includes(one));
    const content = encoding && files.get(encoding)?.get(url);
    if (!content) return pages(request, response);
    response.writeHead(200, {
      "Content-Type": types[extname(url)],
      "Content-Encoding": encoding,
      "Content-Length": content.length,
      // A changed file has another name.
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    response.end(method === "HEAD" ? undefined : content);
  };
}

/** By the path under which browsers ask for them. None where nothing was compressed, as while somebody develops. */
function compressedFiles(folder: string, encoding: Encoding): Map<string, Buffer> {
  const suffix = suffixes[encoding];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(suffix));
  return new Map(
    names.map((name) => [`/_next/static/${name.slice(0, -suffix.length)}`, readFileSync(join(folder, name))]),
  );
}
