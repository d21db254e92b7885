import type { Invitation } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { hashToken, randomToken } from "@/lib/auth/one-time-tokens";
import { foldEmail } from "@/lib/contract/email";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { type Mail, mailIfPossible } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { emailTaken } from "@/lib/resources/users/service";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns a link with which the owner of an address can create an account, once, within a week. It replaces an earlier
 * link for the address. `mailed`: whether a mail with it is on its way. Throws a `conflict` if the address has an
 * account.
 */
export async function invite(
  actor: Actor,
  email: string,
  locale: AppLocale,
): Promise<{ url: string; mailed: boolean }> {
  requireAdmin(actor);
  if (env.REGISTRATION === "off") throw closed();
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) throw emailTaken();
  const token = randomToken();
  const data = {
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + WEEK_MS),
    inviterId: actor.userId,
  };
  await db.invitation.upsert({ where: { email }, create: { email, ...data }, update: data });
  const url = `${baseUrl()}/register?invitation=${token}`;
  return { url, mailed: await mailIfPossible(invitationMail(actor, email, { locale, url, until: data.expiresAt })) };
}

function invitationMail(
  inviter: Actor,
  email: string,
  { locale, url, until }: { locale: AppLocale; url: string; until: Date },
): Mail {
  const t = mailWords(locale);
  const service = serviceName();
  return {
    to: email,
    locale,
    subject: t("invitation.subject", { service }),
    blocks: [
      { text: t("invitation.text", { username: inviter.username, service }) },
      {
        rows: [
          { label: t("invited.by"), value: `${inviter.username} (${inviter.email})` },
          { label: t("invited.address"), value: email },
          { label: t("invited.until"), value: t("invited.date", { date: until }) },
        ],
      },
      { button: t("invitation.button"), url },
      { text: t("invited.end") },
    ],
  };
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

export interface RegistrationInvitation {
  email: string;
  /** the administrator's username; null if their account is gone */
  inviter: string | null;
}

/** Returns what a link invites to; null if the link does not work (any more). */
export async function findInvitation(token: string): Promise<RegistrationInvitation | null> {
  if (env.REGISTRATION === "off") return null;
  const where = { tokenHash: hashToken(token), expiresAt: { gt: new Date() } };
  const select = { email: true, inviter: { select: { username: true } } };
  const found = await db.invitation.findUnique({ where, select });
  return found && { email: found.email, inviter: found.inviter?.username ?? null };
}

/** Returns whether an address is invited. The caller has made sure that it belongs to the person who registers. */
export async function isInvited(email: string): Promise<boolean> {
  if (env.REGISTRATION === "off") return false;
  const where = { email: foldEmail(email), expiresAt: { gt: new Date() } };
  return (await db.invitation.findUnique({ where, select: { email: true } })) !== null;
}

export async function endInvitation(email: string): Promise<void> {
  await db.invitation.deleteMany({ where: { email: foldEmail(email) } });
}

export const closed = () => new AppError("registration_closed");
