import { pool } from "@/lib/platform/pool";

const BATCH = 5_000;

/** The tables of what expires, and for how long afterwards its page still says that it has expired. */
const expiring = {
  sessions: "0 days",
  one_time_tokens: "30 days",
};

/** Deletes ended sessions and old one-time tokens. Returns how many rows went. */
export async function sweepExpired(): Promise<number> {
  let gone = 0;
  for (const [table, kept] of Object.entries(expiring)) {
    const batch = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE expires_at < now() - interval '${kept}' LIMIT ${BATCH}))`;
    for (let rows = BATCH; rows === BATCH; gone += rows) rows = (await pool.query(batch)).rowCount ?? 0;
  }
  return gone;
}
