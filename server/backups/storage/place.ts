import type { Readable } from "node:stream";

/** Where backups are kept: a folder, or a bucket of S3. Each service has one of its own. */
export interface Place {
  /** as it is called in sentences */
  name: string;
  /** The backups in it, the oldest first, and those that were never finished. */
  list(): Promise<{ name: string; complete: boolean }[]>;
  /** Keeps a file of a backup; what is written is on disk when it returns. */
  write(backup: string, file: string, content: Readable): Promise<void>;
  /** @throws Error with a sentence where it is not there */
  read(backup: string, file: string): Promise<Readable>;
  remove(backup: string): Promise<void>;
  /** What write-ahead log is in it: the files of all lines, in folders of their own as those of a backup. */
  wal(): Promise<{ line: string; file: string }[]>;
  removeFile(backup: string, file: string): Promise<void>;
}

const NAME = /^signpost-\d{8}T\d{6}Z$/;

export const isBackupName = (name: string) => NAME.test(name);

/** In UTC, to the second: names are in the order of time. */
export const backupName = (at: Date) =>
  `signpost-${at
    .toISOString()
    .replace(/[-:]/g, "")
    .replace(/\.\d+Z$/, "Z")}`;
