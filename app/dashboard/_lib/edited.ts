import type { Versions } from "@/lib/contract/version";
import { editedVersion } from "@/lib/contract/version";
import { parseRowId, readSentFields } from "./act";

/** The target of an action: a row, and for editors the version with which the editor was opened. */
export type Edited = number | { id: number; version: string };

/** Binds an editor's action to a row as it is now. */
export const edited = ({ id, updatedAt }: { id: number; updatedAt: Date }): Edited => ({
  id,
  version: updatedAt.toISOString(),
});

/** Validates the target of an action, because callers can send anything. */
export function readEditedRow(sent: unknown): { id: number; versions: Versions } {
  if (typeof sent !== "object" || sent === null) return { id: parseRowId(sent), versions: undefined };
  const { id, version } = readSentFields(sent);
  return { id: parseRowId(id), versions: editedVersion(version) };
}
