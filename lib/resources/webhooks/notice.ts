import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords } from "@/lib/platform/mail/mail-words";

/** A webhook or forwarding that was paused. Threads send it to each other, so it contains no secret. */
export interface Paused {
  id: number;
  userId: number;
  name: string;
  url: string;
  isForwarding: boolean;
  /** whether its service refuses the token; otherwise nothing was accepted for days */
  refused: boolean;
}

/**
 * Mails the owner that a webhook or forwarding was paused. Never throws, because it is already paused. Without a mail
 * server it does nothing, because a stored notice would not be read in time.
 */
export async function mailPaused({ id, userId, name, url, isForwarding, refused }: Paused): Promise<void> {
  if (!env.SMTP_URL) return;
  try {
    const { email, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const t = mailWords(locale);
    const named = name || url;
    const cause = refused ? "refused" : "unreachable";
    const [subject, text, button] = isForwarding
      ? [
          t(`forwardingFails.${cause}.subject`, { forwarding: named }),
          t(`forwardingFails.${cause}.text`, { username, forwarding: named }),
          t("forwardingFails.button"),
        ]
      : [
          t("webhookFails.subject", { webhook: named }),
          t("webhookFails.text", { username, webhook: named }),
          t("webhookFails.button"),
        ];
    const page = `${baseUrl()}/dashboard/settings/${isForwarding ? "forwarding" : "webhooks"}/${id}`;
    await sendMail({ to: email, locale, subject, blocks: [{ text }, { button, url: page }] });
  } catch (error) {
    log.error({ error: String(error), webhook: id }, "a mail about a paused webhook was not sent");
  }
}
