import { closeSync, mkdirSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import {
  ABANDONED_AFTER,
  ALIVE,
  type JournalFile,
  journalDirectories,
  listJournals,
  removeDirectory,
} from "./journal-files";

/** The journals that a drain may store. */
export interface JournalFolder {
  /** the folder that holds a directory for each process */
  root: string;
  /** prefix of the directories of this instance's own processes */
  instance: string;
  /** whether other instances also record here */
  shared: boolean;
}

/**
 * Decides which journals of a folder a drain stores: those of its own instance and those that dead processes left. It
 * holds a database lock for each, which ends with its connection. So only one drain stores a journal at a time, and
 * another can take over when a machine is gone.
 */
export class Leases {
  private readonly held = new Set<string>();
  private readonly beats = new Map<string, { beat: string; since: number }>();

  constructor(
    private readonly client: Client,
    private readonly folder: JournalFolder,
  ) {
    mkdirSync(folder.root, { recursive: true, mode: 0o700 });
  }

  /**
   * Returns the directories that this drain stores now, and whether it waits for more: the connection of an earlier
   * drain of this instance may not have ended yet.
   */
  async renew(): Promise<{ names: string[]; waits: boolean }> {
    const present = journalDirectories(this.folder.root);
    let waits = false;
    for (const name of present) {
      if (!this.isOwn(name) && !this.isAbandoned(name)) await this.release(name);
      else if (this.held.has(name)) continue;
      else if (await this.lock("pg_try_advisory_lock", name)) this.held.add(name);
      else waits ||= this.isOwn(name) || !this.folder.shared;
    }
    return { names: present.filter((name) => this.held.has(name)), waits };
  }

  path(name: string): string {
    return join(this.folder.root, name);
  }

  isOwn(name: string): boolean {
    return name.startsWith(`${this.folder.instance}-`);
  }

  /** Removes the empty directory of a dead process. */
  async remove(name: string): Promise<void> {
    removeDirectory(this.folder.root, name);
    this.beats.delete(name);
    await this.release(name);
  }

  /** Only this machine's clock decides, because another machine's may be wrong. */
  private isAbandoned(name: string): boolean {
    // No other process uses this folder, except the one that is about to take over, which started later.
    if (!this.folder.shared && !(beganAt(name) > beganAt(this.folder.instance))) return true;
    const beat = readBeat(join(this.path(name), ALIVE));
    // The process has ended properly.
    if (beat === null) return true;
    const known = this.beats.get(name);
    if (known?.beat === beat) return performance.now() - known.since > ABANDONED_AFTER;
    this.beats.set(name, { beat, since: performance.now() });
    return false;
  }

  private async release(name: string): Promise<void> {
    if (this.held.delete(name)) await this.lock("pg_advisory_unlock", name);
  }

  private async lock(how: "pg_try_advisory_lock" | "pg_advisory_unlock", name: string): Promise<boolean> {
    const { rows } = await this.client.query(`select ${how}(hashtextextended($1, $2)) as done`, [
      name,
      advisoryLocks.journal,
    ]);
    return rows[0].done;
  }
}

/** Directory names begin with the start time of their instance; NaN for those of an older version. */
const beganAt = (name: string) => Number(name.split("-", 1)[0]);

function readBeat(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

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
 * Returns what waits in the journals that this instance stores, without asking the database. In a shared folder, these
 * are the journals of its own processes and those that it has taken over (`held`). In a folder of its own, it is all.
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
