import { createReadStream, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import { pipeline } from "node:stream";
import Negotiator from "negotiator";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import { sendAnswer } from "./answer-bytes";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const NEXT = "/_next/";
const ROOT = `${NEXT}static/`;

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
const wrongMethod = textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);

/**
 * The static files of the build. About 2 MB of compressed files stay in memory, so that open pages find their files even
 * while a newer version is being built.
 */
export class StaticFiles {
  private readonly folder: string;
  private readonly names: Set<string>;
  private readonly compressed: Map<Encoding, Map<string, Buffer>>;

  constructor(build: string) {
    this.folder = join(build, "static");
    const found = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const all = new Set(found.map(({ parentPath, name }) => relative(this.folder, join(parentPath, name))));
    this.compressed = new Map(encodings.map((encoding) => [encoding, compressedFiles(this.folder, all, encoding)]));
    this.names = new Set([...all].filter((name) => types[extname(name)]));
  }

  /**
   * Refuses requests for files that are not in the build. Returns null for all other requests. Next has no other
   * addresses that begin with `/_next/`, so a made-up one costs a lookup in a set, and the pages' process nothing.
   */
  refuse({ method, url }: { method: string; url: string }): Answer | null {
    if (!url.startsWith(NEXT)) return null;
    if (method !== "GET" && method !== "HEAD") return wrongMethod;
    return this.nameIn(url) === undefined ? missing : null;
  }

  /** Serves the files, and passes all other requests to `pages`. */
  before(pages: Handler): Handler {
    return (request, response) => {
      const { url = "", method = "" } = request;
      const refused = this.refuse({ method, url });
      if (refused) return sendAnswer(response, refused);
      const name = this.nameIn(url);
      if (name === undefined) return pages(request, response);
      this.send(request, response, name);
    };
  }

  private nameIn(url: string): string | undefined {
    if (!url.startsWith(ROOT)) return undefined;
    const end = url.indexOf("?");
    const name = end === -1 ? url.slice(ROOT.length) : url.slice(ROOT.length, end);
    return this.names.has(name) ? name : undefined;
  }

  private send(request: IncomingMessage, response: ServerResponse, name: string): void {
    const accepted = new Negotiator(request).encodings();
    const encoding = encodings.find((one) => accepted.includes(one) && this.compressed.get(one)?.has(name));
    const content = encoding && this.compressed.get(encoding)?.get(name);
    response.writeHead(200, {
      "Content-Type": types[extname(name)],
      ...(content && { "Content-Encoding": encoding, "Content-Length": content.length }),
      // A changed file has another name.
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    if (request.method === "HEAD" || content) response.end(request.method === "HEAD" ? undefined : content);
    else pipeline(createReadStream(join(this.folder, name)), response, () => undefined);
  }
}

/** Empty if nothing was compressed, as in development. */
function compressedFiles(folder: string, names: Set<string>, encoding: Encoding): Map<string, Buffer> {
  const suffix = suffixes[encoding];
  const found = [...names].filter((name) => name.endsWith(suffix));
  return new Map(found.map((name) => [name.slice(0, -suffix.length), readFileSync(join(folder, name))]));
}
