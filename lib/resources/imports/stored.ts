import { z } from "@/lib/contract/zod";
import { storedJson } from "@/lib/platform/database/stored-json";
import { createdEntity, type ImportColumns, importColumns } from "./format/schema";

export const readCreated = storedJson("imports.made", z.array(createdEntity));

const known = storedJson("imports.columns", importColumns);

/** Returns how an import's file was read; null for imports of versions that did not store this. */
export function readColumns(value: unknown): ImportColumns | null {
  const found = value as Partial<ImportColumns> | null;
  return found?.reading ? known(value) : null;
}
