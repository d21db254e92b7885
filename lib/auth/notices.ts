import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { type MailWords, mailWords, serviceName } from "@/lib/platform/mail/mail-words";

/**
 * Notifies the owner of an account by mail of a change, in case someone else made it: at the current address, or at the
 * former one. It runs in the background. Without a mail server it does nothing, because a stored notice would not be
 * read in time.
 */
export async function notifyOwner(
  userId: number,
  sentence: (t: MailWords) => string,
  formerEmail?: string,
): Promise<void> {
  if (!env.SMTP_URL) return;
  try {
    const { email, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const t = mailWords(locale);
    await sendMail({
      to: formerEmail ?? email,
      locale,
      subject: t("changed.subject", { service: serviceName() }),
      blocks: [
        { text: t("changed.text", { username, change: sentence(t) }) },
        { button: t("changed.button"), url: `${baseUrl()}/forgot-password` },
        { text: t("changed.end") },
      ],
    });
  } catch (error) {
    log.error({ error: String(error), userId }, "a mail about a change was not sent");
  }
}
