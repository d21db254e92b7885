import german from "@/messages/de/refusals.json";
import { englishOf } from "./errors";
import type { AppLocale } from "./locales";
import { type Refusal, readRefusal } from "./refusal";
import { sentencesIn } from "./sentences";

const sentences: Record<AppLocale, (refusal: Refusal) => string> = {
  en: englishOf,
  de: sentencesIn("de", german),
};

/** Formats a refusal for the pages. */
export const refusalIn = (locale: AppLocale, refusal: Refusal): string => sentences[locale](refusal);

/** Formats a stored refusal. Earlier versions stored the English sentence, which is shown unchanged. */
export function storedRefusalIn(locale: AppLocale, text: string): string {
  const found = readRefusal(text);
  return found ? refusalIn(locale, found) : text;
}
