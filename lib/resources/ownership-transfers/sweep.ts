import { pool } from "@/lib/platform/database/pool";

/** Deletes transfers 30 days after they expired. */
export async function sweepOwnershipTransfers(): Promise<number> {
  const { rowCount } = await pool.query("DELETE FROM handovers WHERE expires_at < now() - interval '30 days'");
  return rowCount ?? 0;
}
