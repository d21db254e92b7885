import { deleteRows } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { makeEvents } from "./changes";

/** The number of latest deliveries that are kept for each webhook, and the days after which none is kept. */
const MOST = 100_000;
const KEPT_DAYS = 30;

/**
 * Makes the events that no process has made yet, and requests jobs for webhooks whose deliveries have been due for a few
 * seconds. Both happen after a backup was restored, or if no process received the notification.
 */
export async function resumeDeliveries(seconds = 30): Promise<void> {
  await makeEvents();
  await statement(
    `SELECT add_job('webhooks', id) FROM webhooks
     WHERE status = 'active' AND coalesce(retry_at, now()) <= now()
       AND EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND status = 'waiting'
         AND next_at < now() - make_interval(secs => $1))`,
    [seconds],
  );
}

/**
 * Deletes deliveries after their retention period, and the oldest ones of a webhook that has too many. It also deletes
 * changes that are as old and still have no events.
 */
export async function sweepDeliveries(): Promise<void> {
  for (const table of ["webhook_changes", "webhook_deliveries"])
    await deleteRows(table, `at < now() - interval '${KEPT_DAYS} days'`);
  const rows = await statement<{ webhook: number; id: bigint }>(
    `SELECT webhooks.id AS webhook, oldest.id FROM webhooks CROSS JOIN LATERAL (
       SELECT id FROM webhook_deliveries WHERE webhook_id = webhooks.id ORDER BY id DESC OFFSET ${MOST} LIMIT 1) AS oldest`,
  );
  for (const { webhook, id } of rows) await deleteRows("webhook_deliveries", `webhook_id = ${webhook} AND id <= ${id}`);
}
