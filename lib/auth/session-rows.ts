import { LRUCache } from "lru-cache";
import { decode, encode } from "next-auth/jwt";
import type { Session } from "@/generated/prisma/client";
import { notFound } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl } from "@/lib/platform/env";
import { derivedSecret } from "@/lib/platform/secrets";
import { type Actor, findFreePlan, toActor } from "./actor";

/** How long a browser stays logged in, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

const TOUCH_MS = 60_000;

/** The most sessions of one account. */
const maxSessions = 100;

/** A logged-in browser, its user, and the account for which they act. */
export interface CurrentSession {
  sessionId: string;
  /** the chosen account, with the user's permissions in it */
  actor: Actor;
  /** the user's own account, for settings about themselves, such as their password */
  self: Actor;
  /** the session of the administrator who is logged in as the user; null if it is the user */
  adminSessionId: string | null;
  /** when the user last confirmed their identity */
  confirmedAt: Date | null;
}

/** Options of a new session. */
interface Beginning {
  /** the session of an administrator who logs in as the user */
  adminSessionId?: string;
  /** whether the user has just confirmed their identity */
  confirmed?: boolean;
}

/** Starts a session and returns its id for the cookie. */
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
  // Delete the least recently used sessions beyond the limit.
  await statement(
    `DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_seen_at DESC, id DESC OFFSET $2)`,
    [userId, maxSessions],
  );
  return session.id;
}

/** Returns the session with this id; null once it was ended or has expired. */
export async function readSession(sessionId: string): Promise<CurrentSession | null> {
  const [session, freePlan] = await Promise.all([
    db.session.findUnique({
      where: { id: sessionId, user: { deletion: null } },
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

/** Returns a user's role in another account, with the account. */
async function findMembership(userId: number, memberId: number) {
  const row = await db.member.findUnique({
    where: { userId_memberId: { userId, memberId } },
    include: { account: { include: { plan: true } } },
  });
  return row && { id: memberId, role: row.role, account: row.account };
}

/** Makes a session act for an account: its user's own, or one that they are a member of. */
export async function chooseAccount({ sessionId, self }: CurrentSession, accountId: number): Promise<void> {
  const own = accountId === self.userId;
  if (!own && !(await findMembership(accountId, self.userId))) throw notFound("account");
  await db.session.updateMany({ where: { id: sessionId }, data: { accountId: own ? null : accountId } });
}

/** Records that a session's user has confirmed their identity again. */
export async function confirmSession(sessionId: string): Promise<void> {
  await db.session.updateMany({ where: { id: sessionId }, data: { confirmedAt: new Date() } });
}

/** The user's sessions, most recently seen first. */
export function listSessions({ userId }: Actor): Promise<Session[]> {
  return db.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
  });
}

/** Logs out one browser of the user. Does nothing if it is gone already or another user's. */
export async function endSession(userId: number, sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId, userId } });
}

/** Logs the user out everywhere except in the browser to keep. */
export async function endOtherSessions(
  userId: number,
  keepSessionId?: string,
  client: Transaction = db,
): Promise<void> {
  await client.session.deleteMany({ where: { userId, id: { not: keepSessionId } } });
}

declare module "next-auth/jwt" {
  interface JWT {
    /** id of the `Session` row */
    sid: string;
  }
}

export const sessionCookieName = () => (baseUrl().startsWith("https:") ? "__Host-signpost" : "signpost");

/** Returns the content of a session's cookie: only the row's id, encrypted, so that no one can read or forge it. */
export const tokenOfSession = (sid: string): Promise<string> =>
  encode({ token: { sid }, secret: derivedSecret("session"), maxAge: SESSION_SECONDS });

const knownTokens = new LRUCache<string, boolean>({ max: 5_000 });

/** Returns whether a cookie holds a valid token. Its session may have ended: the database is not asked. */
export async function isSessionToken(token: string): Promise<boolean> {
  let known = knownTokens.get(token);
  if (known === undefined) {
    known = (await payloadOf(token)) !== null;
    knownTokens.set(token, known);
  }
  return known;
}

// A token with another secret, or one that was tampered with, is invalid.
const payloadOf = (token: string) => decode({ token, secret: derivedSecret("session") }).catch(() => null);

/** Returns the session of a cookie's token; null if it has ended or the token is invalid. */
export async function sessionOfToken(token: string): Promise<CurrentSession | null> {
  const payload = await payloadOf(token);
  return payload ? readSession(payload.sid) : null;
}
