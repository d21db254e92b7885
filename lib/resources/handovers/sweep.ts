import { pool } from "@/lib/platform/pool";

/** Forgets handovers a month after they could be accepted last. */
export async function sweepHandovers(): Promise<number> {
  const { rowCount } = await pool.query("DELETE FROM handovers WHERE expires_at < now() - interval '30 days'");
  return rowCount ?? 0;
}
