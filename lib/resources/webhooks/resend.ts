import { pool } from "@/lib/platform/pool";

/** It is due at once, and may be tried for three days from now on. */
export const AS_NEW = "attempts = 0, first_at = NULL, next_at = now()";

/** Sends what waits for a webhook, however often it has failed. */
export async function sendAllNow(id: number): Promise<void> {
  await pool.query(
    `UPDATE webhook_deliveries SET ${AS_NEW} WHERE webhook_id = $1 AND status = 'waiting' AND attempts > 0`,
    [id],
  );
  await pool.query("SELECT deliver_webhooks(ARRAY[$1::int])", [id]);
}
