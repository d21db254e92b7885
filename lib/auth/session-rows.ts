import type { Session } from "@/generated/prisma/client";
import { notFound } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/db";
import { type Actor, findFreePlan, toActor } from "./actor";

/** How long a browser stays signed in, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

const TOUCH_MS = 60_000;

/** Browsers of one account. */
const maxSessions = 100;

/** A signed-in browser, whose it is, and for which account they act. */
export interface CurrentSession {
  sessionId: string;
  /** the account that was chosen, as its user may act for it */
  actor: Actor;
  /** the user's own account: what is about themselves is there, such as their password */
  self: Actor;
  /** of the administrator who signed in as the user; null where it is the user */
  adminSessionId: string | null;
  /** when the user last showed who they are */
  confirmedAt: Date | null;
}

/** How a session begins. */
interface Beginning {
  /** of an administrator who signs in as the user */
  adminSessionId?: string;
  /** whether the user has just shown who they are */
  confirmed?: boolean;
}

/** Signs a browser in; returns the id that its cookie carries. */
export async function startSession(
  userId: number,
  userAgent: string,
  address = "",
  { adminSessionId, confirmed }: Beginning = {},
): Promise<string> {
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
  const confirmedAt = confirmed ? new Date() : null;
  const data = { userId, userAgent: userAgent.slice(0, 512), address, expiresAt, adminSessionId, confirmedAt };
  const session = await db.session.create({ data });
  // Those that were used longest ago make room.
  await db.$executeRaw`DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE user_id = ${userId} ORDER BY last_seen_at DESC, id DESC OFFSET ${maxSessions})`;
  return session.id;
}

/** The session with this id; null once it was ended or has expired. */
export async function readSession(sessionId: string): Promise<CurrentSession | null> {
  const [session, freePlan] = await Promise.all([
    db.session.findUnique({
      where: { id: sessionId },
      include: { user: { include: { plan: true } }, adminSession: { select: { userId: true } } },
    }),
    findFreePlan(),
  ]);
  const now = new Date();
  if (!session || session.expiresAt <= now) return null;
  const stale = new Date(now.getTime() - TOUCH_MS);
  if (session.lastSeenAt < stale) {
    await db.session.updateMany({ where: { id: sessionId, lastSeenAt: { lt: stale } }, data: { lastSeenAt: now } });
  }
  const { user, accountId, adminSessionId, confirmedAt } = session;
  const adminId = session.adminSession?.userId;
  const self = toActor({ user, freePlan }, { adminId }, now);
  const membership = accountId === null ? null : await findMembership(accountId, user.id);
  const actor = membership
    ? toActor({ user: membership.account, freePlan }, { member: { ...self.by, ...membership }, adminId }, now)
    : self;
  return { sessionId, actor, self, adminSessionId, confirmedAt };
}

/** Somebody's role in another account, and the account. */
async function findMembership(userId: number, memberId: number) {
  const row = await db.member.findUnique({
    where: { userId_memberId: { userId, memberId } },
    include: { account: { include: { plan: true } } },
  });
  return row && { id: memberId, role: row.role, account: row.account };
}

/** Has a session act for an account from now on: its user's own, or one that they are a member of. */
export async function chooseAccount({ sessionId, self }: CurrentSession, accountId: number): Promise<void> {
  const own = accountId === self.userId;
  if (!own && !(await findMembership(accountId, self.userId))) throw notFound("account");
  await db.session.updateMany({ where: { id: sessionId }, data: { accountId: own ? null : accountId } });
}

/** Notes that a session's user has shown who they are once more. */
export async function confirmSession(sessionId: string): Promise<void> {
  await db.session.updateMany({ where: { id: sessionId }, data: { confirmedAt: new Date() } });
}

/** The user's signed-in browsers, the one seen last first. */
export function listSessions({ userId }: Actor): Promise<Session[]> {
  return db.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
  });
}

/** Signs one browser of the user out. One that is gone already, or another user's, is left as it is. */
export async function endSession(userId: number, sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId, userId } });
}

/** Signs the user out everywhere, except in the browser to keep. */
export async function endOtherSessions(
  userId: number,
  keepSessionId?: string,
  client: Transaction = db,
): Promise<void> {
  await client.session.deleteMany({ where: { userId, id: { not: keepSessionId } } });
}
