import { createReadStream, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { pipeline } from "node:stream";
import Negotiator from "negotiator";
import { textAnswer } from "@/lib/visits/core/answer";
import { sendAnswer } from "./answer-bytes";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const ROOT = "/_next/static/";

/** The file extensions that `scripts/compress.mjs` adds, smallest result first. */
const suffixes = { br: ".br", gzip: ".gz" } as const;
type Encoding = keyof typeof suffixes;
const encodings = Object.keys(suffixes) as Encoding[];

const types: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".ico": "image/x-icon",
  ".js": "application/javascript; charset=UTF-8",
  ".json": "application/json; charset=UTF-8",
  ".map": "application/json; charset=UTF-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=UTF-8",
  ".woff2": "font/woff2",
};

const missing = textAnswer(404, "There is no such file.");

/**
 * Serves the static files of the build, and passes all other requests to `pages`. About 2 MB of compressed files stay
 * in memory, so that open pages find their files even while a newer version is being built. A name that is not in the
 * build costs only a lookup in a set.
 */
export function staticFiles(build: string, pages: Handler): Handler {
  const folder = join(build, "static");
  const names = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  const compressed = new Map(encodings.map((encoding) => [encoding, compressedFiles(folder, names, encoding)]));
  return (request, response) => {
    const { url = "", method } = request;
    if (!url.startsWith(ROOT) || (method !== "GET" && method !== "HEAD")) return pages(request, response);
    const name = url.slice(ROOT.length).split("?", 1)[0] ?? "";
    const type = types[extname(name)];
    if (!names.has(name) || !type) return sendAnswer(response, missing);
    const accepted = new Negotiator(request).encodings();
    const encoding = encodings.find((one) => accepted.includes(one) && compressed.get(one)?.has(name));
    const content = encoding && compressed.get(encoding)?.get(name);
    response.writeHead(200, {
      "Content-Type": type,
      ...(content && { "Content-Encoding": encoding, "Content-Length": content.length }),
      // A changed file has another name.
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    if (method === "HEAD" || content) response.end(method === "HEAD" ? undefined : content);
    else pipeline(createReadStream(join(folder, name)), response, () => undefined);
  };
}

/** Empty if nothing was compressed, as in development. */
function compressedFiles(folder: string, names: Set<string>, encoding: Encoding): Map<string, Buffer> {
  const suffix = suffixes[encoding];
  const found = [...names].filter((name) => name.endsWith(suffix));
  return new Map(found.map((name) => [name.slice(0, -suffix.length), readFileSync(join(folder, name))]));
}
