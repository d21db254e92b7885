import { createTranslator } from "use-intl/core";
import type { Messages } from "@/generated/messages";
import { type AppLocale, isLocale, locales } from "@/lib/contract/locales";
import de from "@/messages/de/mails.json";
import en from "@/messages/en/mails.json";

const words: Record<AppLocale, unknown> = { en, de };

/** Returns the texts of mails in a language; in the default language if it is unknown. */
export function mailWords(asked: string | null) {
  const locale = isLocale(asked) ? asked : locales[0];
  return createTranslator({ locale, messages: words[locale] as Messages["mails"] });
}

export type MailWords = ReturnType<typeof mailWords>;
