import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { type Disk, measureDisk } from "@/lib/platform/files/disk";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";

/**
 * The name of a journal that is still written ends in OPEN, that of a complete one in CLOSED. Complete ones are deleted
 * once stored.
 */
export const OPEN = ".open";
export const CLOSED = ".closed";

/**
 * The file in a journal's directory that its process writes once a second: the time, and the number of clicks it
 * refused.
 */
export const ALIVE = "alive";

/**
 * A process that has not written this file for this long (ms) may be dead, and another one may take over its journal.
 */
export const ABANDONED_AFTER = 15_000;

/** One file of a journal directory. */
export interface JournalFile {
  /** its name without the ending, which changes; the database uses this name */
  journal: string;
  path: string;
  /** whether it is complete */
  closed: boolean;
  bytes: number;
}

/** Returns the journals of a directory: complete ones first, then by age, oldest first. */
export function listJournals(directory: string): JournalFile[] {
  const files: JournalFile[] = [];
  for (const name of readdirSync(directory).sort()) {
    const ending = [OPEN, CLOSED].find((candidate) => name.endsWith(candidate));
    if (ending === undefined) continue;
    const path = join(directory, name);
    // The file was renamed meanwhile, so the next pass finds it.
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) continue;
    files.push({ journal: name.slice(0, -ending.length), path, closed: ending === CLOSED, bytes });
  }
  return files.sort((a, b) => Number(b.closed) - Number(a.closed));
}

/** Marks the journals that a dead process left as complete. Returns the size of all waiting journals in bytes. */
export function adoptJournals(directory: string): number {
  const files = listJournals(directory);
  for (const file of files) if (!file.closed) renameSync(file.path, join(directory, file.journal + CLOSED));
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}

/** Deletes a file durably, so that it does not return after a power failure. */
export function deleteFile(directory: string, path: string): void {
  rmSync(path, { force: true });
  const fd = openSync(directory, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Returns the directories under `root`, one for each process that records or has recorded; `.` for files in `root`
 * itself.
 */
export function journalDirectories(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  // An earlier version, which had a single process, left its files here.
  return entries.length > names.length ? [".", ...names] : names;
}

interface Usage {
  /** size of all journals */
  bytes: number;
  /** clicks that other living processes have refused, without those of the given directory */
  refused: number;
}

/** Returns the space that the journals under `root` use, and the clicks that were refused. */
export function measureUsage(root: string, directory: string): Usage {
  const usage = { bytes: 0, refused: 0 };
  for (const name of journalDirectories(root)) {
    try {
      const path = join(root, name);
      for (const { bytes } of listJournals(path)) usage.bytes += bytes;
      if (path !== directory) usage.refused += Number(readFileSync(join(path, ALIVE), "utf8").split(" ")[1] ?? 0);
    } catch (error) {
      // The process has ended, and another process has removed its directory.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return usage;
}

/** Removes a directory if nothing in it is left to store. Does nothing if someone has just put a file there. */
export function removeDirectory(root: string, name: string): void {
  const directory = join(root, name);
  if (name === "." || listJournals(directory).length > 0) return;
  try {
    rmSync(join(directory, ALIVE), { force: true });
    rmdirSync(directory);
  } catch (error) {
    if (!["ENOTEMPTY", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** The space that the journals of all processes under `root` may use. */
export interface SpaceLimit {
  root: string;
  bytes: number;
}

const COMPLAIN_EVERY = 60_000;

/** The state of the journals' disk, at most about a second old. */
export interface JournalDisk {
  free: number;
  /** space in bytes that the journals leave free */
  reserve: number;
  /** whether less than the reserve is free, so that no click is recorded */
  full: boolean;
}

/**
 * Keeps the journals within two limits, whichever is reached first: their total size, and the space they leave free.
 * Recorded clicks stay; new ones are refused, counted and logged.
 */
export class JournalSpace {
  /** Clicks that this process could not record since its start. */
  refused = 0;
  private used: Usage = { bytes: 0, refused: 0 };
  private disk: Disk | undefined;
  private complainedAt = 0;

  constructor(
    private readonly directory: string,
    private readonly limit: SpaceLimit,
  ) {}

  /** Measures the disk, because other processes write and the drain deletes. */
  measure(): void {
    this.disk = measureDisk(this.limit.root);
    this.used = measureUsage(this.limit.root, this.directory);
  }

  /** Returns why this many bytes may not be written, or undefined if they may. */
  refusal(bytes: number): string | undefined {
    if (this.used.bytes + bytes > this.limit.bytes) return "the journal has reached JOURNAL_MAX_MB";
    return this.disk && this.disk.free - bytes < this.left(this.disk) ? "the disk is nearly full" : undefined;
  }

  /** Undefined if the system does not report the disk's space. */
  get room(): JournalDisk | undefined {
    if (!this.disk) return undefined;
    const reserve = this.left(this.disk);
    return { free: this.disk.free, reserve, full: this.disk.free < reserve };
  }

  /** Storing a click takes about the same space again before its journal is deleted. */
  private left(disk: Disk): number {
    return disk.reserve + this.used.bytes;
  }

  written(bytes: number): void {
    this.used.bytes += bytes;
    if (this.disk) this.disk.free -= bytes;
  }

  refuse(clicks: number, reason: string): void {
    this.refused += clicks;
    counts().clicksRefused += clicks;
    if (Date.now() - this.complainedAt < COMPLAIN_EVERY) return;
    this.complainedAt = Date.now();
    log.error({ directory: this.directory, refused: this.refused, error: reason }, "clicks are not recorded");
  }

  /** Clicks that this process and other living ones could not record. */
  get allRefused(): number {
    return this.refused + this.used.refused;
  }
}

/**
 * Returns the disk of the journals under `root` for a process without a journal. Undefined if the system does not
 * report it.
 */
export function roomUnder(root: string): JournalDisk | undefined {
  const disk = measureDisk(root);
  if (!disk) return undefined;
  const reserve = disk.reserve + measureUsage(root, "").bytes;
  return { free: disk.free, reserve, full: disk.free < reserve };
}
