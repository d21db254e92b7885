import type { Actor } from "@/lib/auth/actor";
import { authorize, hasPermission } from "@/lib/auth/permissions";
import { statement } from "@/lib/platform/database/statement";

/** A webhook or a forwarding, which continues after the member who created it has left. */
export interface Continuing {
  memberId: number;
  id: number;
  /** its name, or the address or site that it sends to */
  name: string;
  isForwarding: boolean;
}

const text = `SELECT entry.person_id AS "memberId", hook.id, hook.forwarding IS NOT NULL AS "isForwarding",
    coalesce(nullif(hook.name, ''), nullif(hook.site, ''), substring(hook.url FROM '^https?://[^/?#]*'), '') AS name
  FROM webhooks AS hook
  JOIN audit_changes AS change ON change.subject = 'webhook' AND change.subject_id = hook.id AND change.before IS NULL
  JOIN audit_entries AS entry ON entry.id = change.entry_id
  WHERE hook.user_id = $1 AND ($2::int IS NULL OR entry.person_id = $2) ORDER BY hook.id`;

/**
 * The webhooks and forwardings that a member has created, or all members, if the actor may see them. The audit log knows
 * who created them, as long as it keeps entries. A member's keys end with the membership, so none is here.
 */
export async function listContinuing(actor: Actor, memberId: number | null = null): Promise<Continuing[]> {
  authorize(actor, "members:read");
  const rows = await statement<Continuing>(text, [actor.userId, memberId], { quick: true });
  return rows.filter(({ isForwarding }) => hasPermission(actor, isForwarding ? "forwardings:read" : "webhooks:read"));
}
