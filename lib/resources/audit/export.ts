import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { statement } from "@/lib/platform/database/statement";

export const auditColumns = [
  "id",
  "date",
  "operation",
  "person",
  "administrator",
  "api_key",
  "address",
  "subject",
  "subject_id",
  "before",
  "after",
] as const;

type Line = Record<(typeof auditColumns)[number], unknown> & { at: Date };

/** Entries per query. The number is small, because each entry can hold all of a link's rules twice. */
const batch = 50;

/** The account's log, oldest first: one line for each change, and one for an entry without changes. */
export async function* exportAudit(actor: Actor): AsyncGenerator<object> {
  authorize(actor, "audit:read");
  const { userId } = actor;
  for (let after: unknown[] = [0, "", 0]; ; ) {
    const rows = await statement<Line>(
      `SELECT e.id::float8 AS id, e.at, e.operation, e.person, e.admin AS administrator, e.key AS api_key, e.address,
         coalesce(c.subject, '') AS subject, coalesce(c.subject_id, 0) AS subject_id, c.before, c.after
       FROM audit_entries e LEFT JOIN LATERAL (
         SELECT * FROM audit_changes WHERE entry_id = e.id AND (e.id > $2 OR (subject, subject_id) > ($3, $4))
         ORDER BY subject, subject_id LIMIT ${batch}
       ) AS c ON true
       WHERE e.user_id = $1 AND (e.id > $2 OR e.id = $2 AND c.entry_id IS NOT NULL)
       ORDER BY e.id, c.subject, c.subject_id LIMIT ${batch}`,
      [userId, ...after],
    );
    for (const { at, ...line } of rows) yield { ...line, date: formatTimestamp(at) };
    const last = rows.at(-1);
    if (!last) return;
    after = [last.id, last.subject, last.subject_id];
  }
}
