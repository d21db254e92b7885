import type { Readable } from "node:stream";

/** The place of the backups of one service: a folder, or a bucket of S3. */
export interface Place {
  /** its name in messages */
  name: string;
  /** Returns the backups, oldest first, including those that were never finished. */
  list(): Promise<{ name: string; complete: boolean }[]>;
  /** Stores a file of a backup. The file is on disk when this returns. */
  write(backup: string, file: string, content: Readable): Promise<void>;
  /** @throws Error with a sentence if the file does not exist */
  read(backup: string, file: string): Promise<Readable>;
  remove(backup: string): Promise<void>;
  /** Returns the files of the archived write-ahead log. Each line has a folder, like a backup. */
  wal(): Promise<{ line: string; file: string }[]>;
  removeFile(backup: string, file: string): Promise<void>;
}

/** A request to a store may take seconds, and there may be thousands of files. */
export const REMOVED_AT_ONCE = 16;

const NAME = /^signpost-\d{8}T\d{6}Z$/;

export const isBackupName = (name: string) => NAME.test(name);

/** Returns the name of a backup, in UTC to the second, so that names sort by time. */
export const backupName = (at: Date) =>
  `signpost-${at
    .toISOString()
    .replace(/[-:]/g, "")
    .replace(/\.\d+Z$/, "Z")}`;
