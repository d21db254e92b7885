import { statement } from "@/lib/platform/database/statement";

/** Makes a delivery due at once and restarts its three days of attempts. */
export const AS_NEW = "attempts = 0, first_at = NULL, next_at = now()";

/** Sends a webhook's waiting deliveries at once, however often they have failed. */
export async function sendAllNow(id: number): Promise<void> {
  await statement(
    `UPDATE webhook_deliveries SET ${AS_NEW} WHERE webhook_id = $1 AND status = 'waiting' AND attempts > 0`,
    [id],
  );
  await statement("SELECT add_job('webhooks', $1)", [id]);
}
