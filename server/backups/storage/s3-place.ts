import { s3Place as openS3 } from "@/lib/platform/files/s3";
import { forEach } from "@/lib/platform/process/in-order";
import { MANIFEST } from "./manifest";
import { isBackupName, type Place, REMOVED_AT_ONCE } from "./place";
import { isLineName } from "./wal-pieces";

/** Opens a place such as `s3://bucket/prefix`. */
export async function s3Place(where: string): Promise<Place> {
  const s3 = await openS3(where);
  return {
    name: where.replace(/\/$/, ""),
    async list() {
      const found = new Map<string, boolean>();
      for await (const { key } of s3.list("signpost-")) {
        const [name = "", file] = key.split("/");
        if (isBackupName(name)) found.set(name, found.get(name) || file === MANIFEST);
      }
      return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, complete]) => ({ name, complete }));
    },
    write: (backup, file, content) => s3.putStream(`${backup}/${file}`, content),
    async read(backup, file) {
      const content = await s3.stream(`${backup}/${file}`);
      if (!content) throw new Error(`There is no ${where}/${backup}/${file}.`);
      return content;
    },
    async remove(backup) {
      // The manifest goes first, because it marks the backup as complete.
      await s3.delete(`${backup}/${MANIFEST}`);
      const keys: string[] = [];
      for await (const { key } of s3.list(`${backup}/`)) keys.push(key);
      await forEach(keys, REMOVED_AT_ONCE, s3.delete);
    },
    async wal() {
      const found: { line: string; file: string }[] = [];
      for await (const { key } of s3.list("wal-")) {
        const [line = "", file = ""] = key.split("/");
        if (isLineName(line)) found.push({ line, file });
      }
      return found;
    },
    removeFile: (backup, file) => s3.delete(`${backup}/${file}`),
  };
}
