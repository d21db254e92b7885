import { limitsInForce } from "@/lib/auth/plan-in-force";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailLocale, mailWords } from "@/lib/platform/mail/mail-words";

/** The shares of a month's clicks, in percent, at which the owner gets a mail. Each is sent once a month. */
const near = 80;
const reached = 100;
const atOnce = 100;

interface Notice {
  userId: number;
  /** the first day of the month */
  month: string;
  share: number;
  used: number;
  limit: number;
  email: string;
  username: string;
  locale: string | null;
}

/**
 * Mails the owners of accounts that have used 80 or 100 percent of their plan's clicks with details for the month. One
 * process at a time runs this. It records each mail after sending it, so a failed mail is tried again; a crash between
 * the two steps sends it twice with the same `Message-ID`. What it records becomes an event for webhooks
 * (prisma/sql/webhooks.sql). Without a mail server it records only the usage of accounts that have such a webhook,
 * because a stored mail would not be read in time.
 */
export async function reportClickUsage(): Promise<void> {
  for (let found = atOnce; found === atOnce; ) {
    const rows = await statement<Notice>(due, [near, reached, atOnce, env.SMTP_URL !== undefined]);
    for (const notice of rows) await notifyOwnerOfUsage(notice);
    found = rows.length;
  }
}

// A month that ended before its mail was sent is included for one more day.
const due = `SELECT usage.user_id AS "userId", to_char(month, 'YYYY-MM-DD') AS month, clicks::float8 AS used,
    (limits->>'clicks')::float8 AS limit, email, username, locale, reached.share
  FROM click_usage AS usage JOIN (${limitsInForce}) AS plan USING (user_id) JOIN users ON users.id = usage.user_id
  CROSS JOIN LATERAL (SELECT max(share) AS share FROM unnest(ARRAY[$1::int, $2::int]) AS share
    WHERE clicks * 100 >= share * (limits->>'clicks')::bigint) AS reached
  WHERE month >= date_trunc('month', (now() - interval '1 day') AT TIME ZONE 'utc')
    AND ${ofExistingAccount("usage.user_id")} AND reached.share > notified_percent AND (notify_at IS NULL OR notify_at <= now())
    AND ($4 OR EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = usage.user_id AND 'limit.near' = ANY(events)))
  ORDER BY usage.user_id LIMIT $3`;

async function notifyOwnerOfUsage(notice: Notice): Promise<void> {
  const { userId, month, share } = notice;
  try {
    if (env.SMTP_URL) await mail(notice);
  } catch (error) {
    log.error({ error: String(error), userId }, "a mail about used clicks was not sent; trying again in an hour");
    const later = "UPDATE click_usage SET notify_at = now() + interval '1 hour' WHERE user_id = $1 AND month = $2";
    await statement(later, [userId, month]);
    return;
  }
  await statement("UPDATE click_usage SET notified_percent = $3, notify_at = NULL WHERE user_id = $1 AND month = $2", [
    userId,
    month,
    share,
  ]);
}

async function mail({ userId, month, share, used, limit, email, username, locale }: Notice): Promise<void> {
  const t = mailWords(locale);
  const named = new Intl.DateTimeFormat(mailLocale(locale), {
    ...{ month: "long", year: "numeric", timeZone: "UTC" },
  }).format(new Date(month));
  const kind = share === near ? "near" : "reached";
  await sendMail({
    to: email,
    locale,
    subject: t(`clickUsage.${kind}.subject`),
    blocks: [
      { text: t(`clickUsage.${kind}.text`, { username, used, limit, month: named }) },
      { button: t("clickUsage.button"), url: `${baseUrl()}/dashboard/settings/limits` },
    ],
    messageId: `<clicks-${share}-${month}-${userId}@${new URL(baseUrl()).hostname}>`,
  });
}
