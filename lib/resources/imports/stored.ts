import { z } from "@/lib/contract/zod";
import { storedJson } from "@/lib/platform/stored-json";
import { createdEntity, type ImportColumns, importColumns } from "./schema";

export const readCreated = storedJson("imports.made", z.array(createdEntity));

const known = storedJson("imports.columns", importColumns);

/** How an import's file was read; null of those that were read before that was kept. */
export function readColumns(value: unknown): ImportColumns | null {
  const found = value as Partial<ImportColumns> | null;
  return found?.reading ? known(value) : null;
}
