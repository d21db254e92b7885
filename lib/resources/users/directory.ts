import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { rotateLegacyKey } from "@/lib/auth/api-key";
import { requireSession, signIn } from "@/lib/auth/session";
import { AppError, notFound } from "@/lib/contract/errors";
import { type Listed, type Page, rangeOf } from "@/lib/contract/pagination";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { type ListedUser, usersWithPlan } from "./service";

/** A user in the administration's list. */
export interface UserEntry extends Omit<ListedUser, "apiKey"> {
  links: number;
  /** whether log-in asks for a two-factor code */
  twoFactor: boolean;
  lastSeenAt: Date | null;
}

/** Deletions take minutes at most, so there are rarely several. */
const listedDeletions = 20;

interface DirectoryFilter {
  id?: number;
  /** in the e-mail address or the username */
  q?: string;
  status?: ListedUser["status"];
  planId?: number;
}

const filtered = `FROM (${usersWithPlan}) AS listed
  WHERE ($2::int IS NULL OR id = $2) AND ($3::text IS NULL OR status = $3) AND ($4::int IS NULL OR "planId" = $4)
    AND ($5::text IS NULL OR strpos(email, lower($5)) > 0 OR strpos(lower(username), lower($5)) > 0)`;

const page = `SELECT listed.*,
    (SELECT coalesce(sum(links), 0)::int FROM link_blocks WHERE user_id = listed.id) AS links,
    EXISTS (SELECT FROM two_factors WHERE user_id = listed.id AND enabled_at IS NOT NULL) AS "twoFactor",
    (SELECT max(last_seen_at) FROM sessions WHERE user_id = listed.id AND admin_session_id IS NULL) AS "lastSeenAt"
  FROM (SELECT * ${filtered} ORDER BY id DESC OFFSET $6 LIMIT $7) AS listed ORDER BY id DESC`;

/** A page of the users that match the filter, newest first. */
export async function listDirectory(
  actor: Actor,
  filter: DirectoryFilter,
  requested: Page,
): Promise<Listed<UserEntry>> {
  requireAdmin(actor);
  const values = [new Date(), filter.id, filter.status, filter.planId, filter.q || undefined];
  const { skip, take } = rangeOf(requested);
  const [rows, counted] = await Promise.all([
    statement<UserEntry>(page, [...values, skip, take]),
    statement<{ total: number }>(`SELECT count(*)::int AS total ${filtered}`, values),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function getEntry(actor: Actor, id: number): Promise<UserEntry> {
  const { rows } = await listDirectory(actor, { id }, { page: 1, limit: 1 });
  if (!rows[0]) throw notFound("user");
  return rows[0];
}

/** Counts what is deleted with a user, by kind. */
export async function ownedBy(actor: Actor, id: number) {
  requireAdmin(actor);
  const select = { campaigns: true, channels: true, qrCodes: true, bioPages: true, domains: true } as const;
  const user = await db.user.findUnique({ where: { id }, select: { _count: { select } } });
  if (!user) throw notFound("user");
  return user._count;
}

export interface AccountDeletionProgress {
  id: number;
  username: string;
  /** the links that the account had, and those that are not erased yet */
  links: number;
  left: number;
}

/** The deleted accounts whose data is still being erased, in the order in which that began. */
export async function listDeletions(actor: Actor): Promise<AccountDeletionProgress[]> {
  requireAdmin(actor);
  const rows = await statement<AccountDeletionProgress>(`
    SELECT user_id AS id, username, deletion.links,
      (SELECT coalesce(sum(links + archived), 0)::int FROM link_blocks AS blocks WHERE blocks.user_id = deletion.user_id) AS left
    FROM account_deletions AS deletion ORDER BY started_at, user_id LIMIT ${listedDeletions}`);
  return rows;
}

/** Replaces a user's legacy key. The old one stops working at once; only its owner can see the new one. */
export async function rotateUserKey(actor: Actor, id: number): Promise<void> {
  await getEntry(actor, id);
  await rotateLegacyKey(id);
}

/** Logs the administrator of this browser in as another user, to see what that user sees. */
export async function signInAs(id: number): Promise<void> {
  const { actor, sessionId } = await requireSession();
  const user = await getEntry(actor, id);
  if (user.id === actor.userId) throw new AppError("already_signed_in_as");
  await signIn(user.id, { adminSessionId: sessionId });
  log.info({ administrator: actor.userId, user: user.id }, "an administrator logged in as a user");
}
