import { type Actor, findActor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { boundsOf } from "@/lib/clicks/statistics/calendar";
import { combinedClicksIn, type ZonedOptions } from "@/lib/clicks/statistics/combined-clicks";
import { combinedClicks } from "@/lib/clicks/statistics/stats";
import type { CombinedClicks } from "@/lib/clicks/store/click-store";
import { type Period, periodBefore } from "@/lib/clicks/store/period";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { type Mail, sendMail } from "@/lib/platform/mail/mail";
import type { MailRow } from "@/lib/platform/mail/mail-template";
import { type MailWords, mailLocale, mailWords } from "@/lib/platform/mail/mail-words";
import { type ListedLink, linksByIds } from "@/lib/resources/links/read";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { type Attention, findAttention } from "@/lib/resources/overview/attention";
import { countedLinks } from "@/lib/resources/overview/service";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { lastWeek, nextMonday, unsubscribeUrl } from "./service";

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

interface Recipient {
  userId: number;
  email: string;
  username: string;
  locale: string | null;
}

/** The most characters of a title in one line. */
const titleLength = 50;

/** Writes the report of a week in the language of the account. */
export function weeklyMail(
  { userId, email, username, locale }: Recipient,
  period: Period,
  figures: WeeklyFigures,
): Mail {
  const t = mailWords(locale);
  const date = new Intl.DateTimeFormat(mailLocale(locale), { dateStyle: "long", timeZone: "UTC" });
  const day = (text: string) => date.format(new Date(text));
  const { zone, utcBefore, clicks, visitors, newLinks } = figures;
  const from = day(period.from);
  const to = day(period.to);
  const days = utcBefore ? t("weekly.daysPartly", { zone, day: day(utcBefore) }) : t("weekly.days", { zone });
  const rows: MailRow[] = [
    { label: t("weekly.clicks"), value: t("weekly.compared", clicks) },
    { label: t("weekly.visitors"), value: t("weekly.compared", visitors) },
    { label: t("weekly.newLinks"), value: t("weekly.count", { count: newLinks }) },
  ];
  const stop = unsubscribeUrl(userId);
  return {
    to: email,
    locale,
    subject: t("weekly.subject", { clicks: clicks.now }),
    blocks: [
      { text: t("weekly.text", { username, from, to, days }) },
      { rows },
      ...titled(t("weekly.top"), topOf(t, figures)),
      ...titled(t("weekly.attention"), attentionOf(t, figures.attention)),
      { button: t("weekly.button"), url: `${baseUrl()}/dashboard` },
      { text: t("weekly.end") },
      { link: t("weekly.unsubscribe"), url: stop },
    ],
    messageId: `<weekly-${period.from}-${userId}@${new URL(baseUrl()).hostname}>`,
    unsubscribe: stop,
  };
}

const titled = (title: string, rows: MailRow[]) => (rows.length === 0 ? [] : [{ title, rows }]);

const topOf = (t: MailWords, { top }: WeeklyFigures): MailRow[] =>
  top.map(({ link, clicks }) => {
    const url = shortUrlOf(link);
    const title = link.title.length > titleLength ? `${link.title.slice(0, titleLength)}…` : link.title;
    return { label: title || link.alias, value: t("weekly.count", { count: clicks }), url };
  });

const attentionOf = (t: MailWords, { failing, domains, limits, reports }: Attention): MailRow[] =>
  [
    failing.length > 0 && t("weekly.failing", { count: failing.length }),
    domains.length > 0 && t("weekly.domains", { hosts: domains.map(({ host }) => host).join(", ") }),
    limits.length > 0 && t("weekly.limits", { count: limits.length }),
    reports > 0 && t("weekly.reports", { count: reports }),
  ].flatMap((label) => (label ? [{ label }] : []));

const TOP = 5;
const NEWEST = 500;

/** The figures of an account's week. Clicks are those of people. */
interface WeeklyFigures {
  /** of the days: the account's, or UTC if a day has more clicks than can be read */
  zone: string;
  /** days before this one are in UTC; null if none are */
  utcBefore: string | null;
  clicks: { now: number; before: number };
  visitors: { now: number; before: number };
  newLinks: number;
  top: { link: ListedLink; clicks: number }[];
  attention: Attention;
}

/** Returns null for an account without links, which needs no report. */
export async function weeklyFigures(actor: Actor, period: Period): Promise<WeeklyFigures | null> {
  authorize(actor, "links:read");
  const { userId } = actor;
  const { ids } = await countedLinks(userId, {}, NEWEST);
  if (ids.length === 0) return null;
  const since = periodBefore(period).from;
  const zone = actor.timeZone ?? "UTC";
  const { retainedFrom } = shownDetailOf(actor);
  const [clicked, attention] = await Promise.all([
    clicksOf(ids, { since, period, zone, limit: null, mostLinks: TOP, retainedFrom }),
    findAttention(actor),
  ]);
  const clicksOn = (days: CombinedClicks["days"]) => days.reduce((sum, { clicks }) => sum + clicks, 0);
  const counts = new Map(clicked.links.map(({ id, clicks }) => [id, clicks]));
  const links = await linksByIds(userId, [...counts.keys()]);
  return {
    zone: clicked.zone,
    utcBefore: clicked.utcBefore,
    clicks: {
      now: clicksOn(clicked.days.filter(({ day }) => day >= period.from)),
      before: clicksOn(clicked.days.filter(({ day }) => day < period.from)),
    },
    visitors: clicked.visitors,
    newLinks: await countLinksCreatedIn(userId, boundsOf(period, clicked.zone)),
    top: links.map((link) => ({ link, clicks: counts.get(link.id) ?? 0 })),
    attention,
  };
}

/** Counts by days in UTC if a day has more clicks than can be read. */
async function clicksOf(ids: number[], options: ZonedOptions) {
  const clicked = await combinedClicksIn(ids, options);
  if (clicked) return { ...clicked, zone: options.zone };
  return { ...(await combinedClicks(ids, options)), zone: "UTC", utcBefore: null };
}

async function countLinksCreatedIn(userId: number, { start, end }: { start: number; end: number }): Promise<number> {
  const rows = await statement<{ count: number }>(
    "SELECT count(*)::int AS count FROM links WHERE user_id = $1 AND created_at >= $2 AND created_at < $3",
    [userId, new Date(start), new Date(end)],
  );
  return rows[0]?.count ?? 0;
}
