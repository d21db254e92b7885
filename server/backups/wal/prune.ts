import { manifestOf } from "@/server/backups/storage/check";
import type { Place } from "@/server/backups/storage/place";
import { parsePosition, piecesOf } from "@/server/backups/storage/wal-pieces";

/**
 * Removes the log that no backup needs: everything before the oldest backup of its line. The line that is being
 * written, which `current` returns, may have no backup yet.
 */
export async function removeOldWal(place: Place, current: () => string | undefined): Promise<void> {
  const files = await place.wal();
  if (files.length === 0) return;
  // Called after the list was read, so a line that begins meanwhile is not in the list.
  const written = current();
  const needed = new Map<string, bigint>();
  for (const { name, complete } of await place.list()) {
    const { wal } = complete ? await manifestOf(place, name) : {};
    // The oldest backup comes first.
    if (wal && !needed.has(wal.line)) needed.set(wal.line, parsePosition(wal.from));
  }
  for (const line of new Set(files.map((one) => one.line))) {
    const from = needed.get(line);
    if (from === undefined && line !== written) await place.remove(line);
    if (from === undefined) continue;
    for (const piece of piecesOf(files, line)) if (piece.to <= from) await place.removeFile(line, piece.file);
  }
}
