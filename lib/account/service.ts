import type { Actor } from "@/lib/auth/actor";
import { keyCache } from "@/lib/auth/key-cache";
import { hashPassword } from "@/lib/auth/password";
import { endOtherSessions } from "@/lib/auth/session-rows";
import { db, isTaken } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { emailTaken } from "@/lib/users/service";
import type { AccountUpdate } from "./schema";

/**
 * Changes the e-mail, the password or both. Either makes reset links that were mailed before worthless; a changed
 * password ends the user's sessions except `keepSessionId`. Throws a `conflict` when the e-mail is taken.
 */
export async function updateAccount(actor: Actor, input: AccountUpdate, keepSessionId?: string): Promise<void> {
  const data = {
    email: input.email?.toLowerCase(),
    passwordHash: input.password === undefined ? undefined : await hashPassword(input.password),
  };
  try {
    await db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: actor.userId }, data });
      await tx.passwordReset.deleteMany({ where: { userId: actor.userId } });
      if (data.passwordHash) await endOtherSessions(actor.userId, keepSessionId, tx);
    });
  } catch (error) {
    throw isTaken(error) ? new AppError("conflict", emailTaken.message, [emailTaken]) : error;
  }
  keyCache().forgetUser(actor.userId);
}
