import { transaction } from "@/lib/platform/database/statement";

/** The name of the task. The database stores its progress under this name. */
export const EXPIRED_LINKS = "expired links";

/**
 * Records links that have expired since the last run, for the webhooks that existed then and do not know it yet. It also
 * looks at the ten minutes before, because a slow transaction can set a time that is already past.
 */
export async function reportExpiredLinks(): Promise<void> {
  await transaction([
    ["INSERT INTO sweeps (name, due_at) VALUES ($1, now()) ON CONFLICT DO NOTHING", [EXPIRED_LINKS]],
    ["SELECT FROM sweeps WHERE name = $1 FOR UPDATE", [EXPIRED_LINKS]],
    [
      `INSERT INTO webhook_changes (user_id, event, subject, subject_id, state)
         SELECT user_id, 'link.expired', 'link', id, webhook_state('link', id) FROM links
         WHERE expires_at > (SELECT done_to FROM sweeps WHERE name = $1) - interval '10 minutes' AND expires_at <= now()
           AND EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = links.user_id AND created_at < links.expires_at
             AND 'link.expired' = ANY(events) AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id
               AND key = 'link:' || links.id AND change = -(extract(epoch FROM links.expires_at) * 1000)::bigint))
         ORDER BY id`,
      [EXPIRED_LINKS],
    ],
    ["UPDATE sweeps SET done_to = now() WHERE name = $1", [EXPIRED_LINKS]],
  ]);
}
