import type { Period } from "@/lib/clicks/store/period";
import { isLocale, locales } from "@/lib/contract/locales";
import { baseUrl } from "@/lib/platform/env";
import type { Mail } from "@/lib/platform/mail";
import { type MailWords, mailWords } from "@/lib/platform/mail-words";
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
  const date = new Intl.DateTimeFormat(isLocale(locale) ? locale : locales[0], { dateStyle: "long", timeZone: "UTC" });
  const day = (text: string) => date.format(new Date(text));
  const { zone, utcBefore, clicks, visitors, newLinks } = figures;
  const parts = [
    t("weekly.figures", {
      ...{ clicks: clicks.now, clicksBefore: clicks.before, visitors: visitors.now, visitorsBefore: visitors.before },
      newLinks,
    }),
    topOf(t, figures),
    attentionOf(t, figures.attention),
  ];
  const stop = unsubscribeUrl(userId);
  return {
    to: email,
    subject: t("weekly.subject", { clicks: clicks.now }),
    text: t("weekly.text", {
      username,
      from: day(period.from),
      to: day(period.to),
      days: utcBefore ? t("weekly.daysPartly", { zone, day: day(utcBefore) }) : t("weekly.days", { zone }),
      parts: parts.filter(Boolean).join("\n\n"),
      url: `${baseUrl()}/dashboard`,
      stop,
    }),
    messageId: `<weekly-${period.from}-${userId}@${new URL(baseUrl()).hostname}>`,
    unsubscribe: stop,
  };
}

function topOf(t: MailWords, { top }: WeeklyFigures): string {
  const lines = top.map(({ link, clicks }) => {
    const short = shortUrlOf(link);
    const title = link.title.length > titleLength ? `${link.title.slice(0, titleLength)}…` : link.title;
    return t("weekly.link", { clicks, link: title ? `${title}\n    ${short}` : short });
  });
  return lines.length === 0 ? "" : [t("weekly.top"), ...lines].join("\n");
}

function attentionOf(t: MailWords, { failing, domains, limits, reports }: Attention): string {
  const lines = [
    failing.length > 0 && t("weekly.failing", { count: failing.length }),
    domains.length > 0 && t("weekly.domains", { hosts: domains.map(({ host }) => host).join(", ") }),
    limits.length > 0 && t("weekly.limits", { count: limits.length }),
    reports > 0 && t("weekly.reports", { count: reports }),
  ].filter(Boolean);
  return lines.length === 0 ? "" : [t("weekly.attention"), ...lines].join("\n");
}
