import { existsSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { journalDirectories, listJournals } from "@/lib/clicks/journal/journal-files";
import type { TarEntry } from "./tar";

/** Files that are created again, or that belong to a running process. All other files in DATA_DIR are kept. */
const LEFT_OUT =
  /^(lock|postgres|postgres\.log.*|postgres\.(old|new).*|journal|imports|administrator|wal-archive\.json|scratch-.*|restoring|.*\.new)$/;

/** A journal at one moment. It stays open, so that it can be read even after it was stored and deleted. */
export interface HeldJournal {
  /** path relative to the folder of the journals */
  path: string;
  handle: FileHandle;
  bytes: number;
}

/**
 * Opens the journals of clicks that are not stored yet. Call it while the drain is paused, so that the stored offsets
 * match the files.
 */
export async function holdJournals(root: string): Promise<HeldJournal[]> {
  const held: HeldJournal[] = [];
  if (!existsSync(root)) return held;
  for (const directory of journalDirectories(root)) {
    for (let attempt = 1; ; attempt++) {
      const some: HeldJournal[] = [];
      try {
        for (const { path } of listJournals(join(root, directory))) {
          const handle = await open(path, "r");
          some.push({ path: relative(root, path), handle, bytes: (await handle.stat()).size });
        }
        held.push(...some);
        break;
      } catch (error) {
        for (const { handle } of some) await handle.close();
        // The file was renamed because it is complete. The next attempt finds it under its new name.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === 10) throw error;
        if (!existsSync(join(root, directory))) break;
      }
    }
  }
  return held;
}

/**
 * The journals and the other files of DATA_DIR as entries of a tar. `without` is a folder in DATA_DIR to leave out,
 * such as that of the backups.
 */
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

/** A file that may grow, shrink or disappear. The entry keeps its first length; missing bytes become zeros. */
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

/** Reads `bytes` bytes from the file and closes it at the end. */
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
