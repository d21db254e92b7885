import { createHash, randomBytes } from "node:crypto";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { db } from "@/lib/platform/db";
import { baseUrl } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";
import { mailWords } from "@/lib/platform/mail-words";
import { rotateApiKey } from "./api-key";
import { notifyOwner } from "./notices";
import { hashPassword } from "./password";
import { endOtherSessions } from "./session-rows";

const HOUR_MS = 60 * 60 * 1000;

const hashOf = (token: string) => Uint8Array.from(createHash("sha256").update(token).digest());

/**
 * Mails a link that sets a new password, valid for one hour and for one use. Nothing happens when nobody has the
 * address; the caller must not let the difference show, in words or in time. `asked` is the language of whoever asks, for
 * an account that has none yet. Throws when the mail cannot be sent.
 */
export async function mailPasswordReset(email: string, asked: AppLocale): Promise<void> {
  const user = await db.user.findUnique({ where: { email } });
  if (!user) return;
  // 192 bits, and lines short enough to reach the reader unbroken.
  const token = randomBytes(24).toString("base64url");
  const now = new Date();
  await db.passwordReset.deleteMany({ where: { userId: user.id, expiresAt: { lte: now } } });
  await db.passwordReset.create({
    data: { tokenHash: hashOf(token), userId: user.id, expiresAt: new Date(now.getTime() + HOUR_MS) },
  });
  const t = mailWords(user.locale ?? asked);
  const url = `${baseUrl()}/reset-password/${token}`;
  await sendMail({
    letsIn: true,
    to: user.email,
    subject: t("reset.subject"),
    text: t("reset.text", { username: user.username, url }),
  });
}

/** Whose password a link would set, without using it; null where it does not work any more. */
export async function userOfResetToken(token: string): Promise<number | null> {
  const reset = await db.passwordReset.findUnique({ where: { tokenHash: hashOf(token) } });
  return reset !== null && reset.usedAt === null && reset.expiresAt > new Date() ? reset.userId : null;
}

export const isResetTokenValid = async (token: string) => (await userOfResetToken(token)) !== null;

/** What a reset does besides, where somebody else may have been in the account. */
interface Besides {
  replaceKey?: boolean;
  /** whether accounts elsewhere log in no more */
  disconnect?: boolean;
}

/**
 * Uses a link up: sets the password, ends all of the user's sessions and whatever else would log somebody in, and returns
 * the user's id. Throws `invalid` when the link was used before, has expired or never existed.
 */
export async function resetPassword(token: string, password: string, besides: Besides = {}): Promise<number> {
  if (!(await isResetTokenValid(token))) throw unusable();
  const passwordHash = await hashPassword(password);
  const userId = await db.$transaction(async (tx) => {
    // One conditional UPDATE decides, so two at once cannot both win.
    const [used] = await tx.$queryRaw<{ user_id: number }[]>`
      UPDATE password_resets SET used_at = now()
      WHERE token_hash = ${hashOf(token)} AND used_at IS NULL AND expires_at > now()
      RETURNING user_id`;
    if (!used) throw unusable();
    const userId = used.user_id;
    // Whoever has the mail has the address.
    await tx.user.update({ where: { id: userId }, data: { passwordHash, emailVerifiedAt: new Date() } });
    await tx.passwordReset.deleteMany({ where: { userId, usedAt: null } });
    await tx.emailLink.deleteMany({ where: { userId } });
    await tx.ssoToken.deleteMany({ where: { userId, usedAt: null } });
    if (besides.disconnect) await tx.identity.deleteMany({ where: { userId } });
    await endOtherSessions(userId, undefined, tx);
    return userId;
  });
  void notifyOwner(userId, (t) => t("changes.passwordReset"));
  if (besides.replaceKey) await rotateApiKey({ userId });
  return userId;
}

const unusable = () => new AppError("invalid", "This link has expired or was used already. Please ask for a new one.");
