import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import { notifyOwner } from "@/lib/auth/notices";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { announce } from "@/lib/platform/changes";
import { db, isTaken } from "@/lib/platform/db";
import { baseUrl } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";
import { mailWords } from "@/lib/platform/mail-words";
import { emailTaken } from "@/lib/resources/users/service";

const DAY_MS = 24 * 60 * 60 * 1000;

const hashOf = (token: string) => Uint8Array.from(createHash("sha256").update(token).digest());

/** What a mailed link would do: confirm the address that the account has, or give it another one. */
interface EmailLink {
  userId: number;
  email: string;
  isNew: boolean;
}

/**
 * Mails a link that confirms the address of an account. `asked` is the language of whoever asks, for an account that has
 * none yet. Throws when the mail cannot be sent.
 */
export async function mailConfirmation(userId: number, asked: AppLocale): Promise<void> {
  const { email, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const t = mailWords(locale ?? asked);
  const url = await newLink(userId, email);
  await sendMail({ to: email, subject: t("confirm.subject"), text: t("confirm.text", { username, url }) });
}

/**
 * Mails a link to the new address that makes it the account's, and tells the old one. Throws a `conflict` when the
 * address is taken.
 */
export async function requestEmailChange(
  { userId, email: old }: Actor,
  email: string,
  asked: AppLocale,
): Promise<void> {
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) throw taken();
  const { username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const t = mailWords(locale ?? asked);
  const url = await newLink(userId, email);
  await sendMail({ to: email, subject: t("newEmail.subject"), text: t("newEmail.text", { username, email, url }) });
  void notifyOwner(userId, (told) => told("changes.emailAsked", { email }), old);
}

async function newLink(userId: number, email: string): Promise<string> {
  // 192 bits, and lines short enough to reach the reader unbroken.
  const token = randomBytes(24).toString("base64url");
  await db.emailLink.deleteMany({ where: { userId, expiresAt: { lte: new Date() } } });
  await db.emailLink.create({
    data: { tokenHash: hashOf(token), userId, email, expiresAt: new Date(Date.now() + DAY_MS) },
  });
  return `${baseUrl()}/login/confirm/${token}`;
}

/** What a link would do, without using it; null once it was used or has expired. */
export async function findEmailLink(token: string): Promise<EmailLink | null> {
  const link = await db.emailLink.findUnique({
    where: { tokenHash: hashOf(token), expiresAt: { gt: new Date() } },
    include: { user: { select: { email: true } } },
  });
  return link && { userId: link.userId, email: link.email, isNew: link.email !== link.user.email };
}

/**
 * Uses a user's link up: its address is the account's and confirmed. Throws `invalid` when the link does not work any
 * more, or is another user's, and a `conflict` when the address was taken meanwhile.
 */
export async function confirmEmail(userId: number, token: string): Promise<void> {
  const [before, email] = await db
    .$transaction(async (tx) => {
      const present = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      // One DELETE decides, so two at once cannot both win.
      const [link] = await tx.$queryRaw<{ email: string }[]>`
        DELETE FROM email_links WHERE token_hash = ${hashOf(token)} AND user_id = ${userId} AND expires_at > now()
        RETURNING email`;
      if (!link) throw deadLink();
      await tx.user.update({ where: { id: userId }, data: { email: link.email, emailVerifiedAt: new Date() } });
      await tx.emailLink.deleteMany({ where: { userId } });
      await tx.passwordReset.deleteMany({ where: { userId } });
      return [present.email, link.email] as const;
    })
    .catch((error) => {
      throw isTaken(error) ? taken() : error;
    });
  announce("user_changed", `${userId}`);
  if (email !== before) void notifyOwner(userId, (t) => t("changes.email", { email }), before);
}

export const deadLink = () =>
  new AppError("invalid", "This link has expired or was used already. Please ask for a new one.");

const taken = () => new AppError("conflict", emailTaken.message, [emailTaken]);
