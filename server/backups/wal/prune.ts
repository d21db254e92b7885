import { forEach, inOrder } from "@/lib/platform/process/in-order";
import { manifestOf } from "@/server/backups/storage/check";
import { type Place, REMOVED_AT_ONCE } from "@/server/backups/storage/place";
import { parsePosition, piecesOf } from "@/server/backups/storage/wal-pieces";

const READ_AT_ONCE = 4;

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
  const complete = (await place.list()).filter((one) => one.complete);
  for await (const { wal } of inOrder(complete, READ_AT_ONCE, ({ name }) => manifestOf(place, name))) {
    // The oldest backup comes first.
    if (wal && !needed.has(wal.line)) needed.set(wal.line, parsePosition(wal.from));
  }
  for (const line of new Set(files.map((one) => one.line))) {
    const from = needed.get(line);
    if (from === undefined && line !== written) await place.remove(line);
    if (from === undefined) continue;
    const old = piecesOf(files, line).filter((piece) => piece.to <= from);
    await forEach(old, REMOVED_AT_ONCE, ({ file }) => place.removeFile(line, file));
  }
}
