import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { statement } from "@/lib/platform/database/statement";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import type { DeepLink } from "@/lib/resources/links/schema";
import { readDeepLink, readRules } from "@/lib/resources/links/stored";

/** The rules and destination that a change has replaced; the parts that it did not change are empty. */
export interface PastRules {
  rules: LinkRule[];
  deepLink: DeepLink | null;
  destination: string | null;
}

/** The most changes to read: each may hold as many rules as a link may have. */
const MOST = 50;

/** The previous rules of the actor's link, from its latest changes, latest first. */
export async function pastRules(actor: Actor, id: number): Promise<PastRules[]> {
  authorize(actor, "links:read");
  const rows = await statement<{ rules: unknown; deepLink: unknown; destination: string | null }>(
    `SELECT c.before->'rules' AS rules, c.before->'deep_link' AS "deepLink", c.before->>'destination' AS destination
     FROM audit_changes c JOIN audit_entries e ON e.id = c.entry_id
     WHERE c.subject = 'link' AND c.subject_id = $1 AND e.user_id = $2 AND c.before ?| '{rules,deep_link,destination}'
     ORDER BY e.id DESC LIMIT ${MOST}`,
    [id, actor.userId],
  );
  return rows.map(({ rules, deepLink, destination }) => ({
    rules: readRules(rules ?? []),
    deepLink: readDeepLink(deepLink ?? null),
    destination,
  }));
}
