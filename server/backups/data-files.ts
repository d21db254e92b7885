import { existsSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { journalDirectories, journalsIn } from "@/lib/clicks/journal/journal-files";
import type { TarEntry } from "./tar";

/** What is made anew, or belongs to a process that runs. All else in DATA_DIR is kept. */
const LEFT_OUT =
  /^(lock|postgres|postgres\.log.*|postgres\.(old|new).*|journal|imports|administrator|wal-archive\.json|scratch-.*|restoring|.*\.new)$/;

/** A journal as it is at a moment: open, so that it stays whole when it has been stored and deleted. */
export interface HeldJournal {
  /** below the journals' folder */
  path: string;
  handle: FileHandle;
  bytes: number;
}

/** The clicks that wait. To be called while the drain stores nothing: what a file holds is then stored up to its offset. */
export async function holdJournals(root: string): Promise<HeldJournal[]> {
  const held: HeldJournal[] = [];
  if (!existsSync(root)) return held;
  for (const directory of journalDirectories(root)) {
    for (let attempt = 1; ; attempt++) {
      const some: HeldJournal[] = [];
      try {
        for (const { path } of journalsIn(join(root, directory))) {
          const handle = await open(path, "r");
          some.push({ path: relative(root, path), handle, bytes: (await handle.stat()).size });
        }
        held.push(...some);
        break;
      } catch (error) {
        for (const { handle } of some) await handle.close();
        // Renamed as it is complete: it is met under its other name.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === 10) throw error;
        if (!existsSync(join(root, directory))) break;
      }
    }
  }
  return held;
}

/** Journals and the rest of DATA_DIR as the entries of a tar. `without`: a folder inside that is none of it, as of backups. */
export async function* dataEntries(
  dataDir: string,
  journals: HeldJournal[],
  without: string,
): AsyncGenerator<TarEntry> {
  for (const { path, handle, bytes } of journals)
    yield { name: `journal/${path}`, content: { bytes, chunks: chunksOf(handle, bytes) } };
  if (!existsSync(dataDir)) return;
  for (const name of readdirSync(dataDir)) {
    if (!LEFT_OUT.test(name)) yield* entriesAt(dataDir, name, resolve(without));
  }
}

async function* entriesAt(root: string, path: string, without: string): AsyncGenerator<TarEntry> {
  const at = join(root, path);
  if (at === without) return;
  const stats = statSync(at, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    yield { name: path };
    for (const name of readdirSync(at)) yield* entriesAt(root, join(path, name), without);
  } else if (stats?.isFile()) {
    yield* fileEntry(at, path);
  }
}

/** A file that may grow, shrink or go meanwhile: as long as it was, with zeros for what is missing. */
export async function* fileEntry(at: string, name: string): AsyncGenerator<TarEntry> {
  let handle: FileHandle;
  try {
    handle = await open(at, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const { size } = await handle.stat();
  yield { name, content: { bytes: size, chunks: chunksOf(handle, size) } };
}

const CHUNK_BYTES = 256 * 1024;

/** Closes the file at the end. */
async function* chunksOf(handle: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  try {
    for (let from = 0; from < bytes; ) {
      const most = Math.min(CHUNK_BYTES, bytes - from);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(most), 0, most, from);
      if (bytesRead === 0) yield Buffer.alloc(most);
      else yield bytesRead === most ? buffer : buffer.subarray(0, bytesRead);
      from += bytesRead || most;
    }
  } finally {
    await handle.close();
  }
}
