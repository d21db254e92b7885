import { findActor } from "@/lib/auth/actor";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { weeklyFigures } from "./figures";
import { type Recipient, weeklyMail } from "./mail";
import { lastWeek, nextMonday } from "./schedule";

/** Reports per run, so that other mails do not wait for thousands of reports on a Monday morning. */
const atOnce = 100;
const LATER_MS = 60 * 60_000;

interface Due extends Recipient {
  zone: string | null;
}

const due = `SELECT user_id AS "userId", email, username, locale, time_zone AS zone
  FROM weekly_reports JOIN users ON users.id = user_id WHERE next_at <= $1 ORDER BY next_at, user_id LIMIT ${atOnce}`;

/**
 * Mails the reports that are due. One process at a time runs this. After each mail it records when the next one is due,
 * so that a mail that failed is tried again; a crash between the two sends it twice with the same `Message-ID`. If the
 * service was down on a Monday, only the report of the last week is sent. Without a mail server nothing is sent.
 */
export async function sendWeeklyReports(now = Date.now()): Promise<void> {
  if (!env.SMTP_URL) return;
  const rows = await statement<Due>(due, [new Date(now)]);
  for (const recipient of rows) {
    const sent = await send(recipient, now);
    await statement("UPDATE weekly_reports SET next_at = $2 WHERE user_id = $1", [
      recipient.userId,
      new Date(sent ? nextMonday(recipient.zone ?? "UTC", now) : now + LATER_MS),
    ]);
  }
}

async function send(recipient: Due, now: number): Promise<boolean> {
  const { userId } = recipient;
  try {
    const week = lastWeek(now, recipient.zone ?? "UTC");
    const figures = await weeklyFigures(await findActor(userId), week);
    if (figures) await sendMail(weeklyMail(recipient, week, figures));
    return true;
  } catch (error) {
    log.error({ error: String(error), userId }, "a weekly report was not sent; trying again in an hour");
    return false;
  }
}
