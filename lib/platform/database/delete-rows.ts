import { pool } from "./pool";

const BATCH = 5_000;

/** Deletes the rows for which `condition` holds, in batches so that no lock lasts long. Returns how many. */
export async function deleteRows(table: string, condition: string): Promise<number> {
  const batch = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
  let gone = 0;
  for (let rows = BATCH; rows === BATCH; gone += rows) rows = (await pool.query(batch)).rowCount ?? 0;
  return gone;
}
