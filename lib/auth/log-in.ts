import { db } from "@/lib/db";
import { AppError, invalid } from "@/lib/errors";
import type { Actor } from "./actor";
import { countFailures } from "./attempts";
import { verifyPassword } from "./password";

/**
 * The id of the user whom e-mail and password fit. Throws `unauthorized` when they fit nobody, without telling
 * which of the two is wrong, and `rate_limited` after too many failures.
 */
export async function checkCredentials(input: { email: string; password: string }, address: string): Promise<number> {
  const userId = await countFailures(input.email, address, async () => {
    const user = await db.user.findUnique({ where: { email: input.email }, select: { id: true, passwordHash: true } });
    return (await verifyPassword(user?.passwordHash, input.password)) && user ? user.id : null;
  });
  if (userId === null) throw new AppError("unauthorized", "That e-mail address and password do not fit together.");
  return userId;
}

/** Asks a signed-in user for the password again, before a change that could lock them out of their account. */
export async function confirmPassword(actor: Actor, password: string, address: string): Promise<void> {
  const confirmed = await countFailures(actor.email, address, async () => {
    const user = await db.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } });
    return (await verifyPassword(user?.passwordHash, password)) || null;
  });
  if (!confirmed) throw invalid("currentPassword", "That is not your current password.");
}
