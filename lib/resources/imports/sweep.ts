import { statement } from "@/lib/platform/database/statement";

const batch = 5_000;

/**
 * Erases the rows of imports without activity for a week; their counts are kept. Imports that are already marked were
 * left by an earlier sweep.
 */
export async function sweepImports(): Promise<void> {
  await statement(mark);
  for (;;) {
    const rows = await statement<{ id: number }>(marked);
    const [oldest] = rows;
    if (!oldest) return;
    while ((await statement(erase, [oldest.id, batch])).length === batch);
  }
}

const mark = `UPDATE imports SET erased_at = now(), bytes = 0
  WHERE erased_at IS NULL AND status IN ('checked', 'done') AND touched_at < now() - interval '7 days'`;

const marked = `SELECT id FROM imports WHERE erased_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id) LIMIT 1`;

const erase = `DELETE FROM import_rows WHERE (import_id, "row") IN (
  SELECT import_id, "row" FROM import_rows WHERE import_id = $1 LIMIT $2) RETURNING 1`;
