import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";

export interface TarEntry {
  name: string;
  /** undefined for a folder */
  content?: { bytes: number; chunks: AsyncIterable<Buffer> | Iterable<Buffer> };
}

/** Returns the entries as one stream, which reads no faster than it is consumed. */
export function writeTar(entries: AsyncIterable<TarEntry>): Readable {
  const packed = pack();
  fill().then(
    () => packed.finalize(),
    (error) => packed.destroy(error),
  );
  return Readable.from(packed);

  async function fill(): Promise<void> {
    for await (const { name, content } of entries) {
      await new Promise<void>((done, fail) => {
        const settle = (error?: Error | null) => (error ? fail(error) : done());
        if (!content) {
          packed.entry({ name, type: "directory", mode: 0o700 }, settle);
          return;
        }
        const entry = packed.entry({ name, size: content.bytes, mode: 0o600 }, settle);
        pipeline(Readable.from(content.chunks), entry).catch(fail);
      });
    }
  }
}

/** Calls `take` with each entry of a tar, one after the other. */
export async function eachEntry(
  tar: Readable,
  take: (name: string, isFolder: boolean, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const extracted = extract();
  const fed = pipeline(tar, extracted);
  fed.catch(() => {});
  for await (const entry of extracted) {
    const { name, type } = entry.header;
    if (name.startsWith("/") || name.split("/").includes("..")) throw new Error(`${name} points outside the backup.`);
    await take(name, type === "directory", entry as AsyncIterable<Uint8Array>);
    entry.resume();
  }
  await fed;
}
