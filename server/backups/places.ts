import { folderPlace } from "./folder-place";
import { isBackupName, type Place } from "./place";

/** Where to look, and the one backup that was named. */
export interface OpenedPlace {
  place: Place;
  backup: string | undefined;
}

/** `/backups`, `/backups/signpost-20261124T120000Z`, and the same behind `s3://bucket/`. */
export async function openPlace(where: string): Promise<OpenedPlace> {
  const [, parent = where, last = ""] = /^(.*?)\/?([^/]*)\/?$/.exec(where) ?? [];
  const backup = isBackupName(last) ? last : undefined;
  const at = backup === undefined ? where : parent || ".";
  if (at.startsWith("s3://")) {
    const { s3Place } = await import("./s3-place");
    return { place: await s3Place(at), backup };
  }
  if (/^[a-z][\w+.-]*:\/\//i.test(at)) throw new Error(`${where} is neither a folder nor s3://bucket/prefix.`);
  return { place: folderPlace(at), backup };
}

/** The backup that was asked for, or the newest one that is whole. */
export async function chooseBackup({ place, backup }: OpenedPlace): Promise<string> {
  if (backup !== undefined) return backup;
  const newest = (await place.list()).findLast(({ complete }) => complete);
  if (!newest) throw new Error(`There is no backup in ${place.name}.`);
  return newest.name;
}
