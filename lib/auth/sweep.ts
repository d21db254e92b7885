import { deleteRows } from "@/lib/platform/database/rows";

/** The tables with expiring rows, and how long an expired row is kept so that its page can say so. */
const expiring = {
  sessions: "0 days",
  one_time_tokens: "30 days",
  member_invitations: "0 days",
};

/** Deletes expired sessions, tokens and the like. Returns how many rows it deleted. */
export async function sweepExpired(): Promise<number> {
  let gone = 0;
  for (const [table, kept] of Object.entries(expiring))
    gone += await deleteRows(table, `expires_at < now() - interval '${kept}'`);
  return gone;
}
