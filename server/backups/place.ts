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
}

const NAME = /^signpost-\d{8}T\d{6}Z$/;

export const isBackupName = (name: string) => NAME.test(name);

/** In UTC, to the second: names are in the order of time. */
export const backupName = (at: Date) =>
  `signpost-${at
    .toISOString()
    .replace(/[-:]/g, "")
    .replace(/\.\d+Z$/, "Z")}`;

/** `/backups`, `/backups/signpost-20261124T120000Z`, and the same behind `s3://bucket/`. */
export async function openPlace(where: string): Promise<{ place: Place; backup: string | undefined }> {
  const [, parent = where, last = ""] = /^(.*?)\/?([^/]*)\/?$/.exec(where) ?? [];
  const backup = isBackupName(last) ? last : undefined;
  const at = backup === undefined ? where : parent || ".";
  if (at.startsWith("s3://")) {
    const { s3Place } = await import("./s3-place");
    return { place: s3Place(at), backup };
  }
  if (/^[a-z][\w+.-]*:\/\//i.test(at)) throw new Error(`${where} is neither a folder nor s3://bucket/prefix.`);
  const { folderPlace } = await import("./folder-place");
  return { place: folderPlace(at), backup };
}

/** The backup that was asked for, or the newest one that is whole. */
export async function chooseBackup(where: string): Promise<{ place: Place; backup: string }> {
  const { place, backup } = await openPlace(where);
  if (backup !== undefined) return { place, backup };
  const newest = (await place.list()).findLast(({ complete }) => complete);
  if (!newest) throw new Error(`There is no backup in ${place.name}.`);
  return { place, backup: newest.name };
}
