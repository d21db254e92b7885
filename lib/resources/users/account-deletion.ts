import type { User } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { requireOtherAdministrator } from "./administrators";
import { deleteAccount } from "./delete";
import { resumeDeletions } from "./deletion-queue";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days an owner can cancel the deletion. Everything keeps working until then. */
export const daysBeforeDeletion = 7;

/**
 * Schedules the deletion of the actor's account in `daysBeforeDeletion` days, and mails them. A second request does not change
 * the date. Throws `forbidden` if they are the last administrator.
 */
export async function scheduleAccountDeletion(actor: Actor): Promise<Date> {
  authorize(actor, "account:write");
  const { userId } = actor;
  const { user, isNew } = await db.$transaction(async (tx) => {
    await requireOtherAdministrator(tx, userId);
    const present = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (present.leavesAt) return { user: present, isNew: false };
    const leavesAt = new Date(Date.now() + daysBeforeDeletion * DAY_MS);
    return { user: await tx.user.update({ where: { id: userId }, data: { leavesAt } }), isNew: true };
  });
  announce("user_changed", `${userId}`);
  if (isNew) void mailNews(user, "accountDeletion");
  return user.leavesAt as Date;
}

/** Cancels the deletion of the actor's account. */
export async function cancelAccountDeletion(actor: Actor): Promise<void> {
  authorize(actor, "account:write");
  await clearDeletionDate(actor.userId);
}

async function clearDeletionDate(userId: number): Promise<void> {
  await db.user.updateMany({ where: { id: userId }, data: { leavesAt: null } });
  announce("user_changed", `${userId}`);
}

/**
 * Deletes accounts whose date has come, one after the other, and mails their owners. Jobs erase what large accounts
 * owned. Returns how many it deleted.
 */
export async function sweepLeaving(now = new Date()): Promise<number> {
  await resumeDeletions();
  const due = await db.user.findMany({ where: { leavesAt: { lte: now } }, orderBy: { leavesAt: "asc" } });
  let gone = 0;
  for (const user of due) {
    try {
      if (await eraseLeaving(user, now)) gone++;
    } catch (error) {
      // Continue with the others; this one is tried again next time.
      log.warn({ user: user.id, error: String(error) }, "an account could not be deleted as its owner has requested");
    }
  }
  if (gone > 0) log.info({ accounts: gone }, "deleted accounts as their owners have requested");
  return gone;
}

async function eraseLeaving(user: User, now: Date): Promise<boolean> {
  try {
    await deleteAccount(user.id, (tx) => requireDue(tx, user.id, now));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another process has deleted it, or its owner has canceled.
    if (error.code !== "last_admin_stays") return false;
    await clearDeletionDate(user.id);
    log.warn({ user: user.id }, "an account was not deleted: it is the last administrator's");
    return false;
  }
  await mailNews(user, "accountDeleted");
  return true;
}

async function requireDue(tx: Transaction, id: number, now: Date): Promise<void> {
  await requireOtherAdministrator(tx, id);
  const [due] = await tx.$queryRaw<object[]>`SELECT FROM users WHERE id = ${id} AND leaves_at <= ${now} FOR UPDATE`;
  if (!due) throw new AppError("changed_meanwhile");
}

/**
 * Never throws, because the change has already been made. Without a mail server it does nothing, because a stored
 * notice would not be read in time.
 */
async function mailNews(
  { email, username, locale, leavesAt }: User,
  news: "accountDeletion" | "accountDeleted",
): Promise<void> {
  if (!env.SMTP_URL) return;
  try {
    const t = mailWords(locale);
    const service = serviceName();
    const values = { username, service, date: leavesAt ?? new Date() };
    const button = { button: t("accountDeletion.button"), url: `${baseUrl()}/dashboard/settings/leave` };
    await sendMail({
      to: email,
      locale,
      subject: t(`${news}.subject`, { service }),
      blocks: [
        { text: t(`${news}.text`, values) },
        ...(news === "accountDeletion" ? [button, { text: t("accountDeletion.end") }] : []),
      ],
    });
  } catch (error) {
    log.error({ error: String(error) }, "a mail about the deletion of an account was not sent");
  }
}
