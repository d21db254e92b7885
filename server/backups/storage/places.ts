import { isPath } from "@/lib/platform/env";
import { folderPlace } from "./folder-place";
import { MANIFEST } from "./manifest";
import { isBackupName, type Place } from "./place";

/** A place, and the one backup in it that was named, if any. */
export interface OpenedPlace {
  place: Place;
  backup: string | undefined;
}

/** Opens `/backups` or `/backups/signpost-20261124T120000Z`, or the same after `s3://bucket/`. */
export async function openPlace(where: string): Promise<OpenedPlace> {
  const [, parent = where, last = ""] = /^(.*?)\/?([^/]*)\/?$/.exec(where) ?? [];
  const backup = isBackupName(last) ? last : undefined;
  return { place: await placeAt(backup === undefined ? where : parentOf(parent, where)), backup };
}

/** Opens a place for reading. A folder that contains a backup counts as one, even if someone renamed it. */
export async function openSource(where: string): Promise<OpenedPlace> {
  const opened = await openPlace(where);
  const [, parent = "", name = ""] = /^(.*?)\/?([^/]+)\/*$/.exec(where) ?? [];
  if (opened.backup !== undefined || name === "" || /^s3:\/{0,2}$/.test(parent)) return opened;
  const place = await placeAt(parentOf(parent, where));
  if (!(await holdsBackup(place, name))) return opened;
  // Its list contains only this backup. The lists of other places contain only names that Signpost gave, because old
  // backups are removed by name.
  return { place: { ...place, list: async () => [{ name, complete: true }] }, backup: name };
}

async function holdsBackup(place: Place, name: string): Promise<boolean> {
  try {
    (await place.read(name, MANIFEST)).destroy();
    return true;
  } catch {
    return false;
  }
}

const parentOf = (parent: string, where: string) => parent || (where.startsWith("/") ? "/" : ".");

async function placeAt(where: string): Promise<Place> {
  if (where.startsWith("s3://")) {
    const { s3Place } = await import("./s3-place");
    return s3Place(where);
  }
  if (!isPath(where)) throw new Error(`${where} is neither a folder nor s3://bucket/prefix.`);
  return folderPlace(where);
}

/** Returns the requested backup, or the newest complete one. */
export async function chooseBackup({ place, backup }: OpenedPlace): Promise<string> {
  if (backup !== undefined) return backup;
  const newest = (await place.list()).findLast(({ complete }) => complete);
  if (!newest) throw new Error(`There is no backup in ${place.name}. If you renamed a backup, give its own path.`);
  return newest.name;
}
