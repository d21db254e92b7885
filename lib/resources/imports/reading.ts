import { createHash } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import type { FileEntry, Labels } from "./file";
import { columnField } from "./format/columns";
import type { ImportColumns, Reading } from "./format/schema";
import { readColumns } from "./stored";
import { storable } from "./values";

const mostColumns = 200;

/** Identifies a file's set of columns, in any order. */
export const headerOf = (entry: FileEntry) =>
  createHash("sha256")
    .update(JSON.stringify(Object.keys(entry).sort()))
    .digest("base64url");

/** Returns how the account's last file with this header was read. */
export async function rememberedReading(userId: number, header: string): Promise<Reading | undefined> {
  const where = { userId, columns: { path: ["header"], equals: header } };
  const found = await db.import.findFirst({ where, orderBy: { id: "desc" }, select: { columns: true } });
  return readColumns(found?.columns)?.reading;
}

/** The columns as the page shows them, unknown ones first. */
export const shownColumns = (labels: Labels, mapping: Reading["mapping"]): ImportColumns["columns"] =>
  [...labels]
    .map(([name, label]) => ({
      name: storable(name),
      label: storable(label).slice(0, 80) || storable(name).slice(0, 80),
      field: columnField(name, mapping),
    }))
    .filter(({ name }) => name !== "" && name.length <= 200)
    .sort((one, other) => Number(one.field !== null) - Number(other.field !== null))
    .slice(0, mostColumns);
