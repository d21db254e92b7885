import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { type JournalFile, journalDirectories, listJournals } from "./journal-files";
import type { JournalFolder } from "./leases";

export interface Waiting {
  bytes: number;
  /** when the oldest waiting click was recorded, by `Date.now()`; null if none waits */
  oldestAt: number | null;
}

/** Returns what waits in the files of a journal. `storedOf` returns how far each is stored. */
export function measureWaiting(files: JournalFile[], storedOf: (journal: string) => number): Waiting {
  const waiting: Waiting = { bytes: 0, oldestAt: null };
  for (const { journal, path, bytes } of files) {
    const from = storedOf(journal);
    if (bytes <= from) continue;
    waiting.bytes += bytes - from;
    waiting.oldestAt = earlier(waiting.oldestAt, timeAt(path, from));
  }
  return waiting;
}

/**
 * Returns what waits in all journals of a folder that this instance stores, without the database: those of its own
 * processes, those that it has adopted (`held`), and in a folder of its own also those that it has not read yet.
 */
export function measureWaitingInFolder(
  { root, instance, shared }: JournalFolder,
  held: readonly string[],
  storedOf: (journal: string) => number,
): Waiting {
  const isOurs = (name: string) => !shared || name.startsWith(`${instance}-`) || held.includes(name);
  return sumWaiting(
    journalDirectories(root)
      .filter(isOurs)
      .map((name) => measureWaiting(listJournals(join(root, name)), storedOf)),
  );
}

const sumWaiting = (parts: Iterable<Waiting>): Waiting =>
  [...parts].reduce(
    (all, { bytes, oldestAt }) => ({ bytes: all.bytes + bytes, oldestAt: earlier(all.oldestAt, oldestAt) }),
    { bytes: 0, oldestAt: null },
  );

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Lines begin with their version or kind, followed by the time. Lines of the first version begin with the time. */
const TIME = /^(?:2\t|conversion\t|converted\t)?(\d{12,14})\t/;
const BEGINNING = 32;

/** Returns when the line at this place was written; if the line does not say, when the file last changed. */
function timeAt(path: string, position: number): number | null {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    const bytes = Buffer.alloc(BEGINNING);
    const length = readSync(fd, bytes, 0, BEGINNING, position);
    const time = TIME.exec(bytes.toString("latin1", 0, length))?.[1];
    return time ? Number(time) : statSync(path).mtimeMs;
  } catch {
    // The file was renamed meanwhile, so the next look finds it.
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
