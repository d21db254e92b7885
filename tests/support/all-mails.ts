import type { AppLocale } from "@/lib/contract/locales";
import { deliverMails } from "./deliver-mails";
import { proActor } from "./pro-actor";
import type { Mail } from "./smtp";
import { eventually } from "./wait";

/** A name that would change a mail's headers or its HTML if it were copied there. */
export const hostileName = `Zoë <b>&"' Bcc: eve@example.com`;
const withLines = hostileName.replace(" Bcc", "\r\nBcc");

type Actor = Awaited<ReturnType<typeof proActor>>;
type Send = (to: { actor: Actor; locale: AppLocale; own: string }) => Promise<unknown>;

/**
 * Causes every mail of the service, in a language, and returns each by the key of its subject. People, webhooks and
 * links have `hostileName`. The database must be running, and `mails` be those of SMTP_URL.
 */
export async function allMails(mails: Mail[], locale: AppLocale): Promise<Map<string, Mail>> {
  const { db } = await import("@/lib/platform/database/db");
  const { pool } = await import("@/lib/platform/database/pool");
  const { findActor } = await import("@/lib/auth/actor");
  const found = new Map<string, Mail>();
  for (const [key, send] of Object.entries(await senders())) {
    const { userId } = await proActor({ admin: key === "invitation" });
    await db.user.update({ where: { id: userId }, data: { locale, username: withLines } });
    const actor = await findActor(userId);
    const own = `to-${userId}@example.com`;
    await send({ actor, locale, own });
    const mail = await eventually(async () => {
      await deliverMails();
      // Some mails go to the account, others to another address.
      const last = mails.findLast(({ to }) => to.includes(own)) ?? mails.findLast(({ to }) => to.includes(actor.email));
      if (!last) throw new Error(`there is no mail ${key}`);
      return last;
    });
    found.set(key, mail);
    await pool.query("DELETE FROM click_usage");
  }
  return found;
}

async function senders(): Promise<Record<string, Send>> {
  const { pool } = await import("@/lib/platform/database/pool");
  const { notifyOwner } = await import("@/lib/auth/notices");
  const { mailPasswordReset } = await import("@/lib/auth/password-reset");
  const { reportClickUsage } = await import("@/lib/resources/plans/click-notices");
  const { mailConfirmation, requestEmailChange } = await import("@/lib/resources/account/email");
  const { mailRegistration } = await import("@/lib/resources/account/registration");
  const { invite } = await import("@/lib/resources/account/invitations");
  const { inviteMember } = await import("@/lib/resources/members/invitations");
  const { mailDomainOwner } = await import("@/lib/resources/domains/claims");
  const { mailGiver, mailReceiver } = await import("@/lib/resources/ownership-transfers/service");
  const { scheduleAccountDeletion: leave, sweepLeaving } = await import("@/lib/resources/users/account-deletion");
  const { createLink } = await import("@/lib/resources/links/writing/save");
  const { fileReport } = await import("@/lib/resources/reports/service");
  const { mailReports } = await import("@/lib/resources/reports/mail");
  const { mailPaused } = await import("@/lib/resources/webhooks/notice");

  const usage = (clicks: number): Send => {
    return async ({ actor }) => {
      const sql = "INSERT INTO click_usage (month, user_id, clicks) VALUES (date_trunc('month', now()), $1, $2)";
      await pool.query(sql, [actor.userId, clicks]);
      await reportClickUsage();
    };
  };
  const domain =
    (news: "failing" | "suspended" | "lost"): Send =>
    ({ actor: { userId } }) =>
      mailDomainOwner({ id: 7, host: "go.example.com", userId } as Parameters<typeof mailDomainOwner>[0], news);
  const paused =
    (why: { isForwarding: boolean; refused: boolean }): Send =>
    ({ actor: { userId } }) =>
      mailPaused({ id: 7, userId, name: withLines, url: "https://hooks.example.com/", ...why });
  const transfer = ({ userId }: Actor, email: string) =>
    ({ userId, email, expiresAt: new Date("2026-12-03") }) as Parameters<typeof mailGiver>[0];
  return {
    changed: ({ actor }) =>
      notifyOwner(actor.userId, (t) => t("changes.connected", { provider: "GitHub", label: withLines })),
    "clickUsage.near": usage(800),
    "clickUsage.reached": usage(1_000),
    confirm: ({ actor, locale }) => mailConfirmation(actor.userId, locale),
    "domain.failing": domain("failing"),
    "domain.lost": domain("lost"),
    "domain.suspended": domain("suspended"),
    abuse: async ({ actor }) => {
      const link = await createLink(actor, { url: "https://example.com/" });
      await pool.query("UPDATE users SET admin = id = $1", [actor.userId]);
      await fileReport(link.id, { reason: "spam", message: "", email: undefined });
      await mailReports(Number.MAX_SAFE_INTEGER);
    },
    transfer: ({ actor, own }) => mailReceiver(actor, transfer(actor, own)),
    "transfer.accepted": ({ actor }) => mailGiver(transfer(actor, "grace@example.com"), "accepted"),
    "transfer.refused": ({ actor }) => mailGiver(transfer(actor, "grace@example.com"), "refused"),
    invitation: ({ actor, own, locale }) => invite(actor, own, locale),
    known: ({ actor, locale }) => mailRegistration("none", actor.email, locale),
    accountDeletion: ({ actor }) => leave(actor),
    accountDeleted: async ({ actor }) => {
      await pool.query("UPDATE users SET leaves_at = now() WHERE id = $1", [actor.userId]);
      await sweepLeaving();
    },
    member: ({ actor, own }) => inviteMember(actor, { email: own, role: "editor" }),
    newEmail: ({ actor, own, locale }) => requestEmailChange(actor, own, locale),
    reset: ({ actor, locale }) => mailPasswordReset(actor.email, locale),
    "forwardingFails.refused": paused({ isForwarding: true, refused: true }),
    "forwardingFails.unreachable": paused({ isForwarding: true, refused: false }),
    webhookFails: paused({ isForwarding: false, refused: false }),
    weekly: sendWeekly,
  };
}

const sendWeekly: Send = async ({ actor, locale }) => {
  const { sendMail } = await import("@/lib/platform/mail/mail");
  const { createLink } = await import("@/lib/resources/links/writing/save");
  const { linksByIds } = await import("@/lib/resources/links/read");
  const { weeklyMail } = await import("@/lib/resources/weekly-reports/send");
  const titled = await createLink(actor, { url: "https://example.com/a?b=1&c=2", title: hostileName });
  const untitled = await createLink(actor, { url: "https://example.com/b" });
  const links = await linksByIds(actor.userId, [titled.id, untitled.id]);
  const { userId, email, username } = actor;
  const figures: Parameters<typeof weeklyMail>[2] = {
    ...{ zone: "Europe/Berlin", utcBefore: "2026-11-18", newLinks: 12 },
    clicks: { now: 12_345, before: 6_789 },
    visitors: { now: 2_345, before: 1_234 },
    top: links.map((link, index) => ({ link, clicks: 1_234 - index })),
    attention: {
      failing: [],
      domains: [{ id: 1, host: "go.example.com", suspended: false }],
      limits: [{ name: "links", used: 90, limit: 100 }],
      reports: 2,
    },
  };
  await sendMail(weeklyMail({ userId, email, username, locale }, { from: "2026-11-16", to: "2026-11-22" }, figures));
};
