import { statement } from "@/lib/platform/database/statement";

const readAtOnce = 500;

/** The entries of an import's file as JSON Lines, in order. Each line is an array, so that it is read as one entry. */
export async function* storedEntries(importId: number, atOnce = readAtOnce): AsyncGenerator<Uint8Array> {
  let after = 0;
  for (;;) {
    const rows = await statement<{ row: number; entry: string }>(nextEntries, [importId, after, atOnce]);
    if (rows.length > 0) yield Buffer.from(rows.map(({ entry }) => `[${entry}]\n`).join(""));
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.row ?? after;
  }
}

const nextEntries = `SELECT "row", (link->'entry')::text AS entry FROM import_rows
  WHERE import_id = $1 AND "row" > $2 AND link ? 'entry' ORDER BY "row" LIMIT $3`;
