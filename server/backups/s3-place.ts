import { s3Place as objectsIn } from "@/lib/platform/s3";
import { MANIFEST } from "./manifest";
import { isBackupName, type Place } from "./place";

/** `s3://bucket/prefix` */
export async function s3Place(where: string): Promise<Place> {
  const objects = await objectsIn(where);
  return {
    name: where.replace(/\/$/, ""),
    async list() {
      const complete = new Map<string, boolean>();
      for await (const { key } of objects.list()) {
        const [name = "", file] = key.split("/");
        if (isBackupName(name)) complete.set(name, complete.get(name) || file === MANIFEST);
      }
      return [...complete].map(([name, complete]) => ({ name, complete }));
    },
    write: (backup, file, content) => objects.putStream(`${backup}/${file}`, content),
    async read(backup, file) {
      const content = await objects.stream(`${backup}/${file}`);
      if (!content) throw new Error(`There is no ${where.replace(/\/$/, "")}/${backup}/${file}.`);
      return content;
    },
    async remove(backup) {
      // What says that it is whole goes first.
      await objects.delete(`${backup}/${MANIFEST}`);
      for await (const { key } of objects.list(`${backup}/`)) await objects.delete(key);
    },
  };
}
