import { createTranslator } from "use-intl/core";
import { mails } from "@/generated/mails";
import type { Messages } from "@/generated/messages";
import { isLocale, locales } from "@/lib/contract/locales";

/** Returns the texts of mails in a language; in the default language if it is unknown. */
export function mailWords(asked: string | null) {
  const locale = isLocale(asked) ? asked : locales[0];
  return createTranslator({ locale, messages: mails[locale] as Messages["mails"] });
}

export type MailWords = ReturnType<typeof mailWords>;
