import { createHash } from "node:crypto";
import { Dicer } from "@fastify/busboy";
import { AppError } from "@/lib/contract/errors";
import { SentFile } from "@/lib/contract/sent-file";
import { charsetIn, decoderOf } from "./charset";
import { boundFields, nested } from "./form";

interface Part {
  /** undecoded, one character for each byte */
  name: string;
  isFile: boolean;
  type: string;
  bytes: Buffer;
}

/**
 * Parses a multipart form. Each part may have its own charset or be a file. The part `_charset_` names the charset of
 * the others (RFC 7578, 4.6).
 */
export async function partsOf(body: Buffer, type: string): Promise<unknown> {
  boundFields(body, "\n--");
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const parts = await readParts(body, quoted ?? plain ?? "").catch(() => {
    throw new AppError("body_not_a_form");
  });
  const stated = parts.find(({ name }) => name === "_charset_")?.bytes.toString("latin1");
  const usual = charsetIn(type) ?? stated;
  const fields: Record<string, unknown> = {};
  for (const part of parts) {
    const name = nameIn(decoderOf(usual)(Buffer.from(part.name, "latin1")));
    const value = part.isFile
      ? new SentFile(name, part.bytes, standInFor(part.bytes))
      : decoderOf(charsetIn(part.type) ?? usual)(part.bytes);
    const list = fields[name];
    fields[name] = name.endsWith("[]") && list ? [list, value].flat() : value;
  }
  return nested(fields);
}

/** The same address for the same picture, so that a repeated request is identical. */
const standInFor = (bytes: Uint8Array) => `https://sent.invalid/${createHash("sha256").update(bytes).digest("hex")}`;

/** Undoes the escaping that browsers apply to quotes and line breaks in names. */
const nameIn = (text: string) => text.replace(/%0A/gi, "\n").replace(/%0D/gi, "\r").replaceAll("%22", '"');

function readParts(body: Buffer, boundary: string): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    if (boundary === "") return reject(new Error("It has no boundary."));
    const parts: Part[] = [];
    const dicer = new Dicer({ boundary });
    dicer.on("part", (stream) => {
      const chunks: Buffer[] = [];
      let headers: Record<string, string[] | undefined> = {};
      stream.on("header", (found) => {
        headers = found as typeof headers;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("end", () => {
        const { "content-disposition": [disposition = ""] = [], "content-type": [type = ""] = [] } = headers;
        const [, name, plain] = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(disposition) ?? [];
        if (name === undefined && plain === undefined) return reject(new Error("A part has no name."));
        const isFile = /;\s*filename\*?=/i.test(disposition);
        parts.push({ name: name ?? plain ?? "", isFile, type, bytes: Buffer.concat(chunks) });
      });
    });
    dicer.on("error", reject);
    dicer.on("finish", () => resolve(parts));
    dicer.end(body);
  });
}
