import type { Period } from "@/lib/clicks/store/period";
import { baseUrl } from "@/lib/platform/env";
import type { Mail } from "@/lib/platform/mail/mail";
import type { MailRow } from "@/lib/platform/mail/mail-template";
import { type MailWords, mailLocale, mailWords } from "@/lib/platform/mail/mail-words";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Attention } from "@/lib/resources/overview/attention";
import type { WeeklyFigures } from "./figures";
import { unsubscribeUrl } from "./unsubscribe";

export interface Recipient {
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
