import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { db } from "@/lib/platform/database/db";

/** The account's settings, one line each, without secrets: no password, key or token. */
export async function* writeSettings({ userId, plan }: Actor): AsyncGenerator<string> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      locale: true,
      emailVerifiedAt: true,
      twoFactor: { select: { enabledAt: true } },
      identities: { select: { issuer: true, label: true, createdAt: true }, orderBy: { id: "asc" } },
      smsAccount: { select: { accountSid: true } },
      weeklyReport: { select: { userId: true } },
      defaultDomain: { select: { scheme: true, host: true } },
    },
  });
  const { locale, emailVerifiedAt, twoFactor, identities, smsAccount, defaultDomain, weeklyReport } = user;
  yield line({
    kind: "settings",
    language: locale,
    plan: plan.name,
    emailconfirmed: emailVerifiedAt !== null,
    twofactor: (twoFactor?.enabledAt ?? null) !== null,
    weeklyreport: weeklyReport !== null,
    smsaccount: smsAccount?.accountSid ?? null,
    domain: defaultDomain && `${defaultDomain.scheme}://${defaultDomain.host}`,
  });
  for (const { issuer, label, createdAt } of identities) {
    yield line({ kind: "connection", issuer, label, date: formatTimestamp(createdAt) });
  }
  const webhooks = await db.webhook.findMany({ where: { userId }, orderBy: { id: "asc" } });
  for (const { name, url, events, status, linkId, campaignId, tagId, createdAt, ...own } of webhooks) {
    const { forwarding, site, template } = own;
    const date = formatTimestamp(createdAt);
    yield line({
      ...(forwarding ? { kind: "forwarding", to: forwarding, site, template } : { kind: "webhook" }),
      ...{ name, url, events, status, link: linkId, campaign: campaignId, tag: tagId, date },
    });
  }
  const views = await db.linkView.findMany({ where: { userId }, orderBy: { id: "asc" } });
  for (const { name, query } of views) yield line({ kind: "view", name, query });
}

const line = (record: object) => `${JSON.stringify(record)}\n`;
