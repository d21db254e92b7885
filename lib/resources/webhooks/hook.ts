import type { WebhookStatus } from "@/generated/prisma/enums";
import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";
import { statement } from "@/lib/platform/database/statement";
import { GIVE_UP_AFTER_MS } from "@/lib/platform/jobs/back-off";
import { decrypt } from "@/lib/platform/secrets";

/** The fields of a webhook or forwarding that deliveries need. */
export interface Hook {
  id: number;
  userId: number;
  name: string;
  url: string;
  tagId: number | null;
  status: WebhookStatus;
  retryAt: Date | null;
  /** the secrets of a webhook, newest first, or the token of a forwarding */
  secrets: string[];
  /** null for a webhook */
  forwarding: Forwarding | null;
}

/** The service that gets clicks and conversions, and its settings. */
export interface Forwarding {
  kind: ForwardingKind;
  userId: number;
  url: string;
  site: string;
  template: string;
}

interface Row extends Omit<Hook, "secrets" | "forwarding"> {
  kind: ForwardingKind | null;
  site: string;
  template: string;
  secret: Buffer;
  previous: Buffer | null;
}

export async function hookOf(id: number): Promise<Hook | null> {
  const rows = await statement<Row>(
    `SELECT id, user_id AS "userId", name, url, tag_id AS "tagId", status, retry_at AS "retryAt", secret,
       forwarding AS kind, site, template,
       CASE WHEN previous_until > now() THEN previous_secret END AS previous FROM webhooks WHERE id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) return null;
  const { secret, previous, kind, site, template, ...hook } = row;
  const purpose = kind ? "forwarding-token" : "webhook-secret";
  const secrets = [secret, previous].flatMap((sealed) => (sealed ? decrypt(purpose, sealed) : []));
  const { url, userId } = hook;
  return { ...hook, secrets, forwarding: kind && { kind, userId, url, site, template } };
}

/** Records that a delivery has succeeded, so the endpoint is not failing. */
export const clearFailure = (id: number) =>
  statement(
    `UPDATE webhooks SET failing_since = NULL, retry_at = NULL
     WHERE id = $1 AND (failing_since IS NOT NULL OR retry_at IS NOT NULL)`,
    [id],
  );

export const recordFailure = (id: number) =>
  statement("UPDATE webhooks SET failing_since = now() WHERE id = $1 AND failing_since IS NULL", [id]);

/** Pauses a forwarding whose service refuses the token. Deliveries keep waiting. Returns whether it was active. */
export async function pauseRefused(id: number): Promise<boolean> {
  const paused = await statement(
    `UPDATE webhooks SET status = 'failing', retry_at = NULL, failing_since = coalesce(failing_since, now())
     WHERE id = $1 AND status = 'active' RETURNING id`,
    [id],
  );
  return paused.length === 1;
}

/** Pauses a webhook if no delivery has succeeded for days. Deliveries keep waiting. Returns whether it paused. */
export async function pauseFailing(id: number): Promise<boolean> {
  const paused = await statement(
    `UPDATE webhooks SET status = 'failing', retry_at = NULL
     WHERE id = $1 AND status = 'active' AND failing_since < now() - make_interval(secs => $2) RETURNING id`,
    [id, GIVE_UP_AFTER_MS / 1_000],
  );
  return paused.length === 1;
}
