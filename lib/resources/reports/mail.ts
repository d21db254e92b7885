import type { Prisma } from "@/generated/prisma/client";
import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { type Mail, sendMail } from "@/lib/platform/mail/mail";
import { mailWords } from "@/lib/platform/mail/mail-words";
import { shortUrlOf } from "@/lib/resources/links/short-url";

/** The name of the task. The database stores under it up to which report administrators were mailed. */
export const REPORT_MAILS = "mails about reports";

const HOUR_MS = 3_600_000;
const MOST_LISTED = 10;
const MOST_RECIPIENTS = 50;

/**
 * Mails all administrators about new reports: at once about the first one, and then at most once an hour about all of
 * them, so that many reports do not become many mails.
 */
export async function mailReports(now = Date.now()): Promise<void> {
  if (!env.SMTP_URL) return;
  const task = await db.sweep.findUnique({ where: { name: REPORT_MAILS } });
  const mailedTo = task?.doneTo ?? new Date(0);
  if (mailedTo.getTime() > now - HOUR_MS) return;
  const open = { verdict: null };
  const newest = await db.report.findFirst({ where: open, orderBy: { id: "desc" } });
  if (!newest || newest.createdAt <= mailedTo) return;
  const doneTo = newest.createdAt;
  const news = await readNews({ ...open, createdAt: { gt: mailedTo, lte: doneTo } });
  const admins = await db.user.findMany({
    where: { admin: true, deletion: null },
    orderBy: { id: "asc" },
    take: MOST_RECIPIENTS,
    select: { id: true, email: true, username: true, locale: true },
  });
  let taken = 0;
  for (const admin of admins) {
    await sendMail(reportsMail(admin, news, newest.id)).then(
      () => taken++,
      (error) => log.error({ error: String(error), userId: admin.id }, "a mail about reports was not sent"),
    );
  }
  // Otherwise the next run tries again.
  if (taken > 0)
    await db.sweep.upsert({
      where: { name: REPORT_MAILS },
      create: { name: REPORT_MAILS, dueAt: new Date(), doneTo },
      update: { doneTo },
    });
}

interface News {
  reports: number;
  links: number;
  /** the links with the most reports */
  most: { url: string; reports: number }[];
}

async function readNews(where: Prisma.ReportWhereInput): Promise<News> {
  const groups = await db.report.groupBy({
    by: ["linkId"],
    where,
    _count: { id: true },
    orderBy: { _count: { id: "desc" } },
  });
  const ids = groups.slice(0, MOST_LISTED).map(({ linkId }) => linkId);
  const links = await db.link.findMany({ where: { id: { in: ids } }, select: { id: true, alias: true, domain: true } });
  const most = groups.flatMap(({ linkId, _count }) => {
    const link = links.find(({ id }) => id === linkId);
    return link ? { url: shortUrlOf(link), reports: _count.id } : [];
  });
  return { reports: groups.reduce((sum, { _count }) => sum + _count.id, 0), links: groups.length, most };
}

interface Recipient {
  id: number;
  email: string;
  username: string;
  locale: string | null;
}

/** The links are text, not links, so that no one opens a harmful page by mistake. */
function reportsMail({ id, email, username, locale }: Recipient, { reports, links, most }: News, newest: number): Mail {
  const t = mailWords(locale);
  return {
    to: email,
    locale,
    subject: t("abuse.subject", { count: links }),
    blocks: [
      { text: t("abuse.text", { username, count: reports }) },
      {
        rows: most.map(({ url, reports }) => ({
          label: url.replace(/^https?:\/\//, ""),
          value: t("abuse.reports", { count: reports }),
        })),
      },
      { button: t("abuse.button"), url: `${baseUrl()}/dashboard/admin/reports` },
      { text: t("abuse.end") },
    ],
    messageId: `<reports-${newest}-${id}@${new URL(baseUrl()).hostname}>`,
  };
}
