import type { Handover } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";

const url = () => `${baseUrl()}/dashboard/settings/handovers`;

/**
 * Mails the recipient of a transfer, with or without an account, in their language or else the sender's. The sender does
 * not learn whether there is an account.
 */
export const mailReceiver = ({ userId, username }: Actor, { email, expiresAt }: Handover): Promise<void> =>
  sendOrLog(async () => {
    const giver = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { locale: true } });
    const receiver = await db.user.findUnique({ where: { email }, select: { locale: true } });
    const locale = receiver?.locale ?? giver.locale;
    const t = mailWords(locale);
    const service = serviceName();
    await sendMail({
      to: email,
      locale,
      subject: t("transfer.subject", { username, service }),
      blocks: [
        { text: t("transfer.text", { username, email, service, date: expiresAt }) },
        { button: t("transfer.button"), url: url() },
        { text: t("transfer.end") },
      ],
    });
  });

/** Mails the sender of a transfer whether it was accepted. */
export const mailGiver = ({ userId, email }: Handover, news: "accepted" | "refused"): Promise<void> =>
  sendOrLog(async () => {
    const { email: to, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const t = mailWords(locale);
    await sendMail({
      to,
      locale,
      subject: t(`transfer.${news}.subject`, { email }),
      blocks: [{ text: t(`transfer.${news}.text`, { username, email }) }, { button: t("transfer.button"), url: url() }],
    });
  });

/**
 * Never throws, because the transfer is already done. Without a mail server the mail is dropped, because it would not
 * be read in time.
 */
async function sendOrLog(send: () => Promise<void>): Promise<void> {
  if (!env.SMTP_URL) return;
  await send().catch((error) => log.error({ error: String(error) }, "a mail about a transfer was not sent"));
}
