import type { Handover } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/platform/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail";
import { mailWords } from "@/lib/platform/mail-words";

const url = () => `${baseUrl()}/dashboard/settings/handovers`;

/** Mails the recipient of a transfer, who may or may not have an account. The sender does not learn which. */
export const mailReceiver = ({ username }: Actor, { email, expiresAt }: Handover): Promise<void> =>
  sendOrLog(async () => {
    const receiver = await db.user.findUnique({ where: { email }, select: { locale: true } });
    const t = mailWords(receiver?.locale ?? null);
    const values = { username, email, date: expiresAt, url: url() };
    await sendMail({ to: email, subject: t("handover.subject", { username }), text: t("handover.text", values) });
  });

/** Mails the sender of a transfer whether it was accepted. */
export const mailGiver = ({ userId, email }: Handover, news: "accepted" | "refused"): Promise<void> =>
  sendOrLog(async () => {
    const { email: to, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const t = mailWords(locale);
    const values = { username, email, url: url() };
    await sendMail({ to, subject: t(`handover.${news}.subject`, { email }), text: t(`handover.${news}.text`, values) });
  });

/**
 * Never throws, because the transfer is already done. Without a mail server the mail is dropped, because it would not
 * be read in time.
 */
async function sendOrLog(send: () => Promise<void>): Promise<void> {
  if (!env.SMTP_URL) return;
  await send().catch((error) => log.error({ error: String(error) }, "a mail about a transfer was not sent"));
}
