import type { Invitation } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { hashToken, randomToken } from "@/lib/auth/one-time-tokens";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { db } from "@/lib/platform/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail";
import { mailWords } from "@/lib/platform/mail-words";
import { emailTaken } from "@/lib/resources/users/service";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns a link with which the owner of an address can create an account, once, within a week. It replaces an earlier
 * link for the address and is mailed if there is a mail server. Throws a `conflict` if the address has an account.
 */
export async function invite(actor: Actor, email: string, locale: AppLocale): Promise<string> {
  requireAdmin(actor);
  if (env.REGISTRATION === "off") throw closed();
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) throw emailTaken();
  const token = randomToken();
  const data = { tokenHash: hashToken(token), expiresAt: new Date(Date.now() + WEEK_MS) };
  await db.invitation.upsert({ where: { email }, create: { email, ...data }, update: data });
  const url = `${baseUrl()}/register?invitation=${token}`;
  const t = mailWords(locale);
  // If the mail fails, the administrator still has the link and can send it in another way.
  if (env.SMTP_URL)
    await sendMail({
      to: email,
      subject: t("invitation.subject"),
      text: t("invitation.text", { username: actor.username, url }),
    }).catch((error) => log.warn({ error: String(error) }, "an invitation was not mailed"));
  return url;
}

/** The invitations that still work, newest first. */
export async function listInvitations(actor: Actor): Promise<Invitation[]> {
  requireAdmin(actor);
  return db.invitation.findMany({
    where: { expiresAt: { gt: new Date() } },
    orderBy: { expiresAt: "desc" },
    take: 500,
  });
}

export async function withdrawInvitation(actor: Actor, email: string): Promise<void> {
  requireAdmin(actor);
  await endInvitation(email);
}

/** Returns the address that a link invites; null if the link does not (or no longer) work. */
export async function invitedBy(token: string): Promise<string | null> {
  if (env.REGISTRATION === "off") return null;
  const where = { tokenHash: hashToken(token), expiresAt: { gt: new Date() } };
  return (await db.invitation.findUnique({ where, select: { email: true } }))?.email ?? null;
}

/** Whether an address is invited. The caller has made sure that it belongs to the person who registers. */
export async function isInvited(email: string): Promise<boolean> {
  if (env.REGISTRATION === "off") return false;
  const where = { email: email.toLowerCase(), expiresAt: { gt: new Date() } };
  return (await db.invitation.findUnique({ where, select: { email: true } })) !== null;
}

export async function endInvitation(email: string): Promise<void> {
  await db.invitation.deleteMany({ where: { email: email.toLowerCase() } });
}

export const closed = () => new AppError("registration_closed");
