import { foldEmail } from "@/lib/contract/email";
import { AppError, notFound } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { db, type Transaction } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { endKeys, rotateLegacyKey } from "./api-key";
import { notifyOwner } from "./notices";
import { consumeToken, createToken, endTokens, findToken, tokenEnd } from "./one-time-tokens";
import { hashPassword } from "./password";
import { endOtherSessions } from "./session-rows";

/**
 * Mails a link that sets a new password, once within an hour. Does nothing if no account has the address; the caller
 * must not let the difference show, in words or in time. `asked` is the language of the request, used if the account
 * has none. Throws if the mail is not taken.
 */
export async function mailPasswordReset(email: string, requested: AppLocale): Promise<void> {
  const user = await db.user.findUnique({ where: { email } });
  if (!user) return;
  const token = await createToken("password_reset", user.id);
  const locale = user.locale ?? requested;
  const t = mailWords(locale);
  await sendMail({
    letsIn: true,
    until: tokenEnd("password_reset"),
    to: user.email,
    locale,
    subject: t("reset.subject", { service: serviceName() }),
    blocks: [
      { text: t("reset.text", { username: user.username }) },
      { button: t("reset.button"), url: `${baseUrl()}/reset-password/${token}` },
      { text: t("reset.end") },
    ],
  });
}

/** Returns the user of a link without using it; null if it no longer works. */
export async function userOfResetToken(token: string): Promise<number | null> {
  const reset = await findToken("password_reset", token);
  return reset?.state === "usable" ? reset.userId : null;
}

export const isResetTokenValid = async (token: string) => (await userOfResetToken(token)) !== null;

/** Additional steps of a reset, in case someone else has had access to the account. */
interface ResetOptions {
  replaceKey?: boolean;
  /** whether to disconnect log-ins through providers */
  disconnect?: boolean;
}

/**
 * Uses a link: sets the password, ends all of the user's sessions and everything else that could log someone in, and
 * returns the user's id. Throws `invalid` if the link was used before, has expired or never existed.
 */
export async function resetPassword(token: string, password: string, besides: ResetOptions = {}): Promise<number> {
  if (!(await isResetTokenValid(token))) throw linkExpiredError();
  const passwordHash = await hashPassword(password);
  const userId = await db.$transaction(async (tx) => {
    const used = await consumeToken("password_reset", token, tx);
    if (!used) throw linkExpiredError();
    const { userId } = used;
    // Anyone who has the mail also has the address.
    await tx.user.update({ where: { id: userId }, data: { passwordHash, emailVerifiedAt: new Date() } });
    if (besides.disconnect) await tx.identity.deleteMany({ where: { userId } });
    await endLogIns(userId, tx);
    return userId;
  });
  void notifyOwner(userId, (t) => t("changes.passwordReset"));
  if (besides.replaceKey) {
    await endKeys({ memberId: userId });
    await rotateLegacyKey(userId);
  }
  return userId;
}

/**
 * Sets a user's password for the operator, and ends what `resetPassword` ends. Returns the user's id after notifying
 * the owner; throws `not_found` if no account has the address.
 */
export async function setPassword(email: string, password: string): Promise<number> {
  const user = await db.user.findUnique({ where: { email: foldEmail(email) }, select: { id: true } });
  if (!user) throw notFound("user");
  const passwordHash = await hashPassword(password);
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await endLogIns(user.id, tx);
  });
  await notifyOwner(user.id, (t) => t("changes.passwordSet"));
  return user.id;
}

/** Ends all sessions of a user, and all links that could log someone in. */
async function endLogIns(userId: number, tx: Transaction): Promise<void> {
  await endTokens(userId, ["password_reset", "confirm_email", "log_in"], tx);
  await endOtherSessions(userId, undefined, tx);
}

const linkExpiredError = () => new AppError("mailed_link_expired");
