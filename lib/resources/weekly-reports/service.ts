import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { DAY_MS } from "@/lib/clicks/store/period";
import { db, type Transaction } from "@/lib/platform/database/db";
import { nextMonday } from "./schedule";

/** Returns whether the account's owner gets a weekly report by mail. */
export async function hasWeeklyReport(actor: Actor): Promise<boolean> {
  authorize(actor, "account:read");
  return (await db.weeklyReport.count({ where: { userId: actor.userId } })) > 0;
}

export async function setWeeklyReport(actor: Actor, on: boolean, tx: Transaction = db): Promise<void> {
  authorize(actor, "account:write");
  const { userId } = actor;
  if (!on) return endWeeklyReport(userId, tx);
  const nextAt = new Date(nextMonday(actor.timeZone ?? "UTC", Date.now()));
  await tx.weeklyReport.upsert({ where: { userId }, create: { userId, nextAt }, update: {} });
}

/** Moves the next report to its Monday in another time zone, if reports are on. */
export async function moveWeeklyReport(actor: Actor, zone: string, tx: Transaction): Promise<void> {
  authorize(actor, "account:write");
  const { userId } = actor;
  const report = await tx.weeklyReport.findUnique({ where: { userId } });
  if (!report) return;
  // Time zones differ by less than three days, so this finds the same Monday.
  const nextAt = new Date(nextMonday(zone, report.nextAt.getTime() - 3 * DAY_MS));
  await tx.weeklyReport.update({ where: { userId }, data: { nextAt } });
}

export async function endWeeklyReport(userId: number, tx: Transaction = db): Promise<void> {
  await tx.weeklyReport.deleteMany({ where: { userId } });
}
