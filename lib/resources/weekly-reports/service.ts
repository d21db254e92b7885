import { timingSafeEqual } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import { DAY_MS, daysUntil, type Period, shiftDay } from "@/lib/clicks/store/period";
import { momentIn } from "@/lib/contract/local-time";
import { db, type Transaction } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import { hmac } from "@/lib/platform/secrets";

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

async function endWeeklyReport(userId: number, tx: Transaction = db): Promise<void> {
  await tx.weeklyReport.deleteMany({ where: { userId } });
}

/** Returns the next Monday at 8 AM in the account's time zone, in milliseconds since 1970. */
export function nextMonday(zone: string, after: number): number {
  const today = dayIn(zone, after);
  for (let ahead = 0; ; ahead++) {
    const day = shiftDay(today, ahead);
    if (new Date(day).getUTCDay() !== 1) continue;
    const at = momentIn(zone, `${day}T08:00`);
    if (at > after) return at;
  }
}

/** Returns the last complete week in the account's time zone, from Monday to Sunday. */
export function lastWeek(now: number, zone: string): Period {
  const today = dayIn(zone, now);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return daysUntil(shiftDay(today, -1 - sinceMonday), 7);
}

/** The address that unsubscribes an account from reports, without logging in. */
export const unsubscribeUrl = (userId: number) => `${baseUrl()}/account/unsubscribe/${userId}.${signed(userId)}`;

/** Returns the user of such an address, given its last part; null if it is invalid. */
export function unsubscriberOf(end: string): number | null {
  const [, id, signature = ""] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(end) ?? [];
  if (id === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signed(Number(id)))) ? Number(id) : null;
}

export const unsubscribe = (userId: number) => endWeeklyReport(userId);

const signed = (userId: number) => Buffer.from(hmac("unsubscribe", `${userId}`)).toString("base64url");
