import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { type Entry, fromBuffer, type Options, type ZipFile } from "yauzl";

export interface Manifest {
  format: string;
  version: number;
  account: string;
  files: { path: string; bytes: number; sha256: string; records?: number }[];
  leftOut: string[];
}

const open = promisify(
  fromBuffer as (zip: Buffer, options: Options, done: (e: Error | null, z: ZipFile) => void) => void,
);

/** The files of a ZIP by their paths. The reader checks each against its CRC. */
export async function filesIn(zip: Buffer): Promise<Map<string, Buffer>> {
  const reader = await open(zip, { lazyEntries: true });
  const read = promisify(
    reader.openReadStream.bind(reader) as (e: Entry, done: (e: Error | null, s: NodeJS.ReadableStream) => void) => void,
  );
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    reader.on("entry", async (entry: Entry) => {
      files.set(entry.fileName, await buffer(await read(entry)));
      reader.readEntry();
    });
    reader.once("end", resolve);
    reader.once("error", reject);
    reader.readEntry();
  });
  return files;
}

export const manifestOf = (files: Map<string, Buffer>) => JSON.parse(String(files.get("manifest.json"))) as Manifest;

export const recordsOf = (files: Map<string, Buffer>, path: string) =>
  String(files.get(path))
    .split("\n")
    .flatMap((line) => (line ? [JSON.parse(line) as Record<string, unknown>] : []));

export const sha256 = (bytes: Buffer | undefined) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");
