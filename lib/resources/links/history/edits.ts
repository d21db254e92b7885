import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { statement } from "@/lib/platform/database/statement";
import { type Columns, differing, type HistoryFields, historyFields } from "./fields";

/** A change of a link's settings. */
export interface LinkEdit {
  /** milliseconds since 1970 */
  at: number;
  fields: (keyof HistoryFields)[];
}

/** More marks on a chart than this would cover each other. */
const MOST = 50;

/** Returns the newest edits of a link from `start` to before `end` (ms), newest first. */
export async function listEdits(
  actor: Actor,
  id: number,
  { start, end }: { start: number; end: number },
): Promise<LinkEdit[]> {
  authorize(actor, "links:read");
  const rows = await statement<{ at: Date; before: Columns; after: Columns }>(
    `SELECT e.at, c.before, c.after FROM audit_changes c JOIN audit_entries e ON e.id = c.entry_id
     WHERE c.subject = 'link' AND c.subject_id = $1 AND e.user_id = $2 AND c.before IS NOT NULL AND c.after IS NOT NULL
       AND e.at >= $3 AND e.at < $4
     ORDER BY e.id DESC LIMIT ${MOST}`,
    [id, actor.userId, new Date(start), new Date(end)],
  );
  return rows.map(({ at, ...columns }) => ({ at: at.getTime(), fields: changedFields(columns) }));
}

function changedFields({ before, after }: { before: Columns; after: Columns }): LinkEdit["fields"] {
  // Only whether the domain differs matters here, not what it is called.
  const hosts = new Map([before, after].flatMap(({ domain_id: id }) => (id ? [[id, `${id}`] as const] : [])));
  const change = differing({ before: historyFields(before, hosts), after: historyFields(after, hosts) });
  return [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])] as LinkEdit["fields"];
}
