import { transaction } from "@/lib/platform/database/transaction";

/** The name of the task. The database stores its progress under this name. */
export const EXPIRED_LINKS = "expired links";

/**
 * Writes `link.expired` for links that have expired since the last run. It also looks at the ten minutes before, because
 * a slow transaction can set a time that is already past.
 */
export async function reportExpiredLinks(): Promise<void> {
  await transaction([
    ["INSERT INTO sweeps (name, due_at) VALUES ($1, now()) ON CONFLICT DO NOTHING", [EXPIRED_LINKS]],
    ["SELECT FROM sweeps WHERE name = $1 FOR UPDATE", [EXPIRED_LINKS]],
    [
      `WITH added AS (
         INSERT INTO webhook_deliveries (webhook_id, type, key, change, state)
           SELECT hook.id, 'link.expired', 'link:' || l.id, webhook_change('link.expired', state), state
           FROM links l JOIN webhooks hook ON hook.user_id = l.user_id AND l.expires_at > hook.created_at
             CROSS JOIN LATERAL webhook_link(l.id) AS state
           WHERE l.expires_at > (SELECT done_to FROM sweeps WHERE name = $1) - interval '10 minutes' AND l.expires_at <= now()
             AND hook.id IN (SELECT webhooks_for(l.user_id, 'link.expired', l.id))
           ORDER BY hook.id, l.id
         ON CONFLICT (webhook_id, key, change) DO NOTHING RETURNING webhook_id
       ) SELECT deliver_webhooks(array_agg(DISTINCT webhook_id)) FROM added`,
      [EXPIRED_LINKS],
    ],
    ["UPDATE sweeps SET done_to = now() WHERE name = $1", [EXPIRED_LINKS]],
  ]);
}
