import { db } from "@/lib/platform/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail";
import { type MailWords, mailWords } from "@/lib/platform/mail-words";

/**
 * Mails the owner of an account a sentence about what has changed, lest somebody else did it: to the present address,
 * or to the one that was the account's before. Nobody waits for it. Without a mail server nothing is kept: nobody would
 * read it in time.
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
    const url = `${baseUrl()}/forgot-password`;
    await sendMail({
      to: formerEmail ?? email,
      subject: t("changed.subject"),
      text: t("changed.text", { username, change: sentence(t), url }),
    });
  } catch (error) {
    log.error({ error: String(error), userId }, "a mail about a change was not sent");
  }
}
