import type { Domain } from "@/generated/prisma/client";
import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";

/**
 * Notifies the owner of a domain by mail of a change. Never throws, because the change has already been made. Without a
 * mail server it does nothing, because a stored notice would not be read in time.
 */
export async function mailDomainOwner(
  { id, host, userId }: Domain,
  news: "failing" | "suspended" | "lost",
): Promise<void> {
  if (!env.SMTP_URL || userId === null) return;
  try {
    const { email, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const t = mailWords(locale);
    await sendMail({
      to: email,
      locale,
      subject: t(`domain.${news}.subject`, { host, service: serviceName() }),
      blocks: [
        { text: t("domain.text", { username, news: t(`domain.${news}.news`, { host }) }) },
        { button: t("domain.button"), url: `${baseUrl()}/dashboard/domains/${id}` },
      ],
    });
  } catch (error) {
    log.error({ error: String(error), host }, "a mail about a domain was not sent");
  }
}
