import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { db } from "@/lib/platform/db";
import { nextMonday } from "./schedule";

/** Whether the account's owner is mailed each week what was clicked. */
export async function hasWeeklyReport(actor: Actor): Promise<boolean> {
  authorize(actor, "account:read");
  return (await db.weeklyReport.count({ where: { userId: actor.userId } })) > 0;
}

export async function setWeeklyReport(actor: Actor, on: boolean): Promise<void> {
  authorize(actor, "account:write");
  const { userId } = actor;
  if (!on) return endWeeklyReport(userId);
  const nextAt = new Date(nextMonday(actor.timeZone ?? "UTC", Date.now()));
  await db.weeklyReport.upsert({ where: { userId }, create: { userId, nextAt }, update: {} });
}

export async function endWeeklyReport(userId: number): Promise<void> {
  await db.weeklyReport.deleteMany({ where: { userId } });
}
