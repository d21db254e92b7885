import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { notifyOwner } from "@/lib/auth/notices";
import { AppError, notFound } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";

/**
 * Locks the administrators, so that changes to them happen one at a time. If two administrators remove each other, the
 * second change is refused with `forbidden`. Returns the number of administrators.
 */
export async function lockAdministrators(tx: Transaction, actor: Actor): Promise<number> {
  const admins = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM users WHERE admin ORDER BY id FOR NO KEY UPDATE`;
  if (!admins.some(({ id }) => id === actor.userId)) throw new AppError("admin_no_longer");
  return admins.length;
}

/** Throws if no other administrator would be left. If two administrators leave at once, one waits for the other. */
export async function requireOtherAdministrator(tx: Transaction, id: number): Promise<void> {
  const admins = await tx.$queryRaw<{ id: number; leaves: boolean }[]>`
    SELECT id, leaves_at IS NOT NULL AS leaves FROM users WHERE admin ORDER BY id FOR NO KEY UPDATE`;
  const isOne = admins.some((admin) => admin.id === id);
  if (isOne && !admins.some((admin) => admin.id !== id && !admin.leaves)) throw new AppError("last_admin_stays");
}

/**
 * Makes a user an administrator or an ordinary user. Throws `forbidden` if an administrator removes their own rights,
 * so that there is always one.
 */
export async function setAdministrator(actor: Actor, id: number, admin: boolean): Promise<void> {
  requireAdmin(actor);
  const user = await db.$transaction(async (tx) => {
    const admins = await lockAdministrators(tx, actor);
    if (id === actor.userId && !admin) throw stepDownRefusal(admins);
    const found = await tx.user.findUnique({ where: { id, deletion: null }, select: { username: true, admin: true } });
    if (!found) throw notFound("user");
    if (found.admin === admin) return null;
    await tx.user.update({ where: { id }, data: { admin } });
    if (!admin) await tx.session.deleteMany({ where: { adminSession: { userId: id } } });
    return found;
  });
  if (!user) return;
  announce("user_changed", `${id}`);
  log.info({ administrator: actor.userId, user: id, admin }, "the administrator rights of a user were changed");
  const { username } = user;
  void notifyOwner(actor.userId, (t) => t(admin ? "changes.administrator" : "changes.ordinary", { username }));
}

/** Does the same if a group of the log-in provider requires it. Throws `conflict` for the last administrator. */
export async function setAdministratorByGroup(id: number, admin: boolean): Promise<void> {
  const isChanged = await db.$transaction(async (tx) => {
    const found = await tx.user.findUniqueOrThrow({ where: { id }, select: { admin: true } });
    if (found.admin === admin) return false;
    if (!admin) await requireOtherAdministrator(tx, id);
    await tx.user.update({ where: { id }, data: { admin } });
    if (!admin) await tx.session.deleteMany({ where: { adminSession: { userId: id } } });
    return true;
  });
  if (!isChanged) return;
  announce("user_changed", `${id}`);
  log.info({ user: id, admin }, "the administrator rights of a user were changed by a group of the provider");
}

const stepDownRefusal = (admins: number) => new AppError(admins === 1 ? "last_admin" : "admin_steps_down_alone");
