import { createTranslator } from "use-intl/core";
import { mails } from "@/generated/mails";
import type { Messages } from "@/generated/messages";
import { type AppLocale, isLocale, locales } from "@/lib/contract/locales";
import { DEFAULT_NAME, latestInstanceSettings } from "@/lib/platform/cache/instance-settings";
import { env } from "@/lib/platform/env";

/** Returns the language of an account's mails: the default one if the account has none. */
export const mailLocale = (requested: string | null): AppLocale => (isLocale(requested) ? requested : locales[0]);

/** Returns the texts of mails in a language; in the default language if it is unknown. */
export function mailWords(requested: string | null) {
  const locale = mailLocale(requested);
  return createTranslator({ locale, messages: mails[locale] as Messages["mails"] });
}

export type MailWords = ReturnType<typeof mailWords>;

/** The name of the service in mails: as administrators set it, or else that of the sender in MAIL_FROM. */
export function serviceName(): string {
  const { name } = latestInstanceSettings();
  if (name !== DEFAULT_NAME) return name;
  const sender = env.MAIL_FROM.slice(0, Math.max(0, env.MAIL_FROM.lastIndexOf("<")));
  return sender.replaceAll('"', "").trim() || name;
}
