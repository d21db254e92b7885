import { db } from "@/lib/platform/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail";
import { mailWords } from "@/lib/platform/mail-words";

/**
 * Mails the owner that a webhook was paused. Never throws, because it is already paused. Without a mail server it does
 * nothing, because a stored notice would not be read in time.
 */
export async function mailWebhookPaused(hook: {
  id: number;
  userId: number;
  name: string;
  url: string;
}): Promise<void> {
  if (!env.SMTP_URL) return;
  try {
    const { email, username, locale } = await db.user.findUniqueOrThrow({ where: { id: hook.userId } });
    const t = mailWords(locale);
    const webhook = hook.name || hook.url;
    await sendMail({
      to: email,
      locale,
      subject: t("webhookFails.subject", { webhook }),
      blocks: [
        { text: t("webhookFails.text", { username, webhook }) },
        { button: t("webhookFails.button"), url: `${baseUrl()}/dashboard/settings/webhooks/${hook.id}` },
      ],
    });
  } catch (error) {
    log.error({ error: String(error), webhook: hook.id }, "a mail about a paused webhook was not sent");
  }
}
