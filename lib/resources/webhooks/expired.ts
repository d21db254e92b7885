import { pool } from "@/lib/platform/pool";

/** The name of the task, under which the database remembers how far it got. */
export const EXPIRED_LINKS = "expired links";

/** Writes `link.expired` for links whose time is over, however long ago this last ran. */
export async function reportExpiredLinks(): Promise<void> {
  await pool.query("SELECT expire_links($1)", [EXPIRED_LINKS]);
}
