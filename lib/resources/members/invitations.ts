import { type Actor, findActor } from "@/lib/auth/actor";
import { countInvitation } from "@/lib/auth/attempts";
import { hashToken, randomToken } from "@/lib/auth/one-time-tokens";
import { authorize, authorizeRole, mayGiveRole, memberRoles } from "@/lib/auth/permissions";
import { foldEmail } from "@/lib/contract/email";
import { AppError, errorOf, notFound, refusedField } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { type Mail, mailIfPossible } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { limitReached, remainingInLock, requireFeature, withRoomInTransaction } from "@/lib/resources/plans/quota";
import type { Invite, MemberRole } from "./schema";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

interface Invited {
  id: number;
  url: string;
  /** whether a mail with the link is on its way */
  mailed: boolean;
}

/**
 * Returns a link with which the owner of an address can become a member of the actor's account, once, within a week, and
 * mails it if there is a mail server. It replaces an earlier link for the address. Throws a `conflict` if they are a
 * member already.
 */
export async function inviteMember(actor: Actor, { email: given, role }: Invite): Promise<Invited> {
  authorizeRole(actor, role);
  requireFeature(actor, "team");
  const { userId } = actor;
  const email = foldEmail(given);
  const invited = await db.user.findUnique({
    where: { email },
    select: { id: true, locale: true, memberOf: { where: { userId }, select: { memberId: true } } },
  });
  if (invited && (invited.id === userId || invited.memberOf.length > 0)) throw refusedField("email", "member_already");
  const token = randomToken();
  const data = {
    role,
    inviterId: actor.by.userId,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + WEEK_MS),
  };
  // Refuse now if the team is full, rather than when the invitation is accepted.
  const { id } = await withRoomInTransaction(actor, "team", async (tx, room) => {
    if (room <= 0) throw errorOf(limitReached(actor, "team"));
    if ((await remainingInLock(tx, actor, "memberInvitations")) <= 0)
      throw errorOf(limitReached(actor, "memberInvitations"));
    await countInvitation(userId, email);
    const where = { userId_email: { userId, email } };
    return tx.memberInvitation.upsert({ where, create: { userId, email, ...data }, update: data });
  });
  const url = `${baseUrl()}/team/${token}`;
  if (!env.SMTP_URL) return { id, url, mailed: false };
  const select = { username: true, email: true, locale: true };
  const inviter = await db.user.findUniqueOrThrow({ where: { id: actor.by.userId }, select });
  const locale = invited?.locale ?? inviter.locale;
  const mail = memberMail({ inviter, account: actor.username, email, role, locale, url, until: data.expiresAt });
  return { id, url, mailed: await mailIfPossible(mail) };
}

export async function withdrawInvitation(actor: Actor, id: number): Promise<void> {
  authorize(actor, "members:write");
  const { count } = await db.memberInvitation.deleteMany({ where: { id, userId: actor.userId } });
  if (count === 0) throw notFound("invitation");
}

/** Returns what a link invites to; null if the link does not work (any more). */
export async function findInvitation(token: string) {
  const where = { tokenHash: hashToken(token), expiresAt: { gt: new Date() }, inviterId: { not: null } };
  return db.memberInvitation.findUnique({
    where,
    select: {
      ...{ userId: true, role: true, email: true, expiresAt: true },
      account: { select: { username: true } },
      inviter: { select: { username: true, email: true } },
    },
  });
}

/**
 * Makes a user a member of the account that a link invites to, and returns the account's id. However many accept at
 * once, the account never has more members than its plan allows. Throws if the link no longer works, or invites users
 * to their own account.
 */
export async function acceptInvitation(self: Actor, token: string): Promise<number> {
  const invitation = await findInvitation(token);
  if (!invitation) throw new AppError("mailed_link_expired");
  const { userId } = invitation;
  if (userId === self.userId) throw new AppError("member_of_own_account");
  const account = await findActor(userId);
  await withRoomInTransaction(account, "team", async (tx, room) => {
    const [used] = await tx.$queryRaw<{ role: MemberRole; inviterId: number | null }[]>`
      DELETE FROM member_invitations WHERE token_hash = ${hashToken(token)} AND expires_at > now()
      RETURNING role, inviter_id AS "inviterId"`;
    if (!used || !(await mayStillInvite(tx, userId, used))) throw new AppError("mailed_link_expired");
    const key = { userId, memberId: self.userId };
    const isMember = (await tx.member.count({ where: key })) > 0;
    if (!isMember && room <= 0) throw errorOf(limitReached(account, "team"));
    await tx.member.upsert({
      where: { userId_memberId: key },
      create: { ...key, role: used.role },
      update: { role: used.role },
    });
  });
  announce("user_changed", `${self.userId}`);
  return userId;
}

/** Returns whether the inviter may still give that role. The lock makes changes to the inviter's membership wait. */
async function mayStillInvite(
  tx: Transaction,
  userId: number,
  { role, inviterId }: { role: MemberRole; inviterId: number | null },
): Promise<boolean> {
  if (inviterId === null) return false;
  if (inviterId === userId) return true;
  const [inviter] = await tx.$queryRaw<{ role: MemberRole }[]>`
    SELECT role FROM members WHERE user_id = ${userId} AND member_id = ${inviterId} FOR SHARE`;
  return inviter !== undefined && mayGiveRole(inviter.role, role);
}

/** Ends a member's open invitations that are no longer allowed because of their new role or because they left. */
export async function endInvitations(
  tx: Transaction,
  userId: number,
  inviterId: number,
  role?: MemberRole,
): Promise<void> {
  const kept = role ? memberRoles.filter((given) => mayGiveRole(role, given)) : [];
  await tx.memberInvitation.deleteMany({ where: { userId, inviterId, role: { notIn: kept } } });
}

/** Ends an invitation. Anyone with its link can do so. */
export async function declineInvitation(token: string): Promise<void> {
  await db.memberInvitation.deleteMany({ where: { tokenHash: hashToken(token) } });
}

interface Invitation {
  inviter: { username: string; email: string };
  account: string;
  email: string;
  role: MemberRole;
  locale: string | null;
  url: string;
  until: Date;
}

/** Writes the mail that invites the owner of an address to an account. */
function memberMail({ inviter, account, email, role, locale, url, until }: Invitation): Mail {
  const t = mailWords(locale);
  const words = { username: inviter.username, account, service: serviceName() };
  return {
    to: email,
    locale,
    subject: t("member.subject", words),
    blocks: [
      { text: t("member.text", words) },
      {
        rows: [
          { label: t("invited.by"), value: `${inviter.username} (${inviter.email})` },
          { label: t("invited.account"), value: account },
          { label: t("invited.role"), value: t(`member.roles.${role}`) },
          { label: t("invited.until"), value: t("invited.date", { date: until }) },
        ],
      },
      { button: t("member.button"), url },
      { text: t("member.need", words) },
      { text: t("invited.end") },
    ],
  };
}
