import type { Actor } from "@/lib/auth/actor";
import { notifyOwner } from "@/lib/auth/notices";
import { consumeToken, createToken, endTokens, findToken, tokenEnd } from "@/lib/auth/one-time-tokens";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { announce } from "@/lib/platform/database/changes";
import { db, isUniqueViolation } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import { type Mail, sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { emailTaken } from "@/lib/resources/users/service";

/** What a mailed link does: confirms the address of an account (`isNew` is false) or changes it. */
interface EmailLink {
  userId: number;
  email: string;
  isNew: boolean;
}

/**
 * Mails a link that confirms the account's address. `asked` is the language of the request, which is used if the
 * account has none. Throws if the mail is not taken.
 */
export async function mailConfirmation(userId: number, requested: AppLocale): Promise<void> {
  const { email, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const url = await newLink(userId, email);
  const until = tokenEnd("confirm_email");
  await sendMail(confirmationMail({ email, username, locale: locale ?? requested, url, until }));
}

interface Confirmation {
  email: string;
  username: string;
  locale: string;
  url: string;
  /** when the link ends */
  until: Date;
}

/** Writes the mail with the link that confirms the address of a new account. */
export function confirmationMail(to: Confirmation): Mail {
  const { email, username, locale, url, until } = to;
  const t = mailWords(locale);
  return {
    to: email,
    locale,
    until,
    subject: t("confirm.subject", { service: serviceName() }),
    blocks: [
      { text: t("confirm.text", { username }) },
      { button: t("confirm.button"), url },
      { text: t("confirm.end") },
    ],
  };
}

/**
 * Mails the new address a link that makes it the account's address, and notifies the old one. Throws a `conflict` if
 * another account has the address.
 */
export async function requestEmailChange(actor: Actor, email: string, requested: AppLocale): Promise<void> {
  authorize(actor, "account:write");
  const { userId, email: old } = actor;
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) throw emailTaken();
  const { username, locale: chosen } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const locale = chosen ?? requested;
  const t = mailWords(locale);
  await sendMail({
    to: email,
    locale,
    until: tokenEnd("confirm_email"),
    subject: t("newEmail.subject", { service: serviceName() }),
    blocks: [
      { text: t("newEmail.text", { username, email }) },
      { button: t("confirm.button"), url: await newLink(userId, email) },
      { text: t("newEmail.end") },
    ],
  });
  void notifyOwner(userId, (t) => t("changes.emailRequested", { email }), old);
}

const newLink = async (userId: number, email: string): Promise<string> =>
  `${baseUrl()}/login/confirm/${await createToken("confirm_email", userId, email)}`;

/** Returns what a link does, without using it; null once it was used or has expired. */
export async function findEmailLink(token: string): Promise<EmailLink | null> {
  const link = await findToken("confirm_email", token);
  if (link?.state !== "usable" || link.payload === null) return null;
  const { userId, payload: email } = link;
  const user = await db.user.findUnique({ where: { id: userId }, select: { email: true } });
  return user && { userId, email, isNew: email !== user.email };
}

/**
 * Uses a mailed link: its address becomes the account's and counts as confirmed. Throws `invalid` if the link no longer
 * works or belongs to another user, and a `conflict` if the address was taken meanwhile.
 */
export async function confirmEmail(userId: number, token: string): Promise<void> {
  const [before, email] = await db
    .$transaction(async (tx) => {
      const present = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      const email = (await consumeToken("confirm_email", token, tx, userId))?.payload;
      if (!email) throw deadLink();
      await tx.user.update({ where: { id: userId }, data: { email, emailVerifiedAt: new Date() } });
      await endTokens(userId, ["confirm_email", "password_reset"], tx);
      return [present.email, email] as const;
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? emailTaken() : error;
    });
  announce("user_changed", `${userId}`);
  if (email !== before) void notifyOwner(userId, (t) => t("changes.email", { email }), before);
}

export const deadLink = () => new AppError("mailed_link_expired");
