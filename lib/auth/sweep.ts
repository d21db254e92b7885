import { deleteRows } from "@/lib/platform/delete-rows";

/** The tables of what expires, and for how long afterwards its page still says that it has expired. */
const expiring = {
  sessions: "0 days",
  one_time_tokens: "30 days",
  member_invitations: "0 days",
};

/** Deletes ended sessions and old one-time tokens. Returns how many rows went. */
export async function sweepExpired(): Promise<number> {
  let gone = 0;
  for (const [table, kept] of Object.entries(expiring))
    gone += await deleteRows(table, `expires_at < now() - interval '${kept}'`);
  return gone;
}
