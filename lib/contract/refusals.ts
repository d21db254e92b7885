import german from "@/messages/de/refusals.json";
import { englishOf } from "./errors";
import type { AppLocale } from "./locales";
import { type Refusal, readRefusal } from "./refusal";
import { sentencesIn } from "./sentences";

const sentences: Record<AppLocale, (refusal: Refusal) => string> = {
  en: englishOf,
  de: sentencesIn("de", german),
};

/** A refusal as the pages say it. */
export const refusalIn = (locale: AppLocale, refusal: Refusal): string => sentences[locale](refusal);

/** The same of one that is stored. Earlier versions stored the English sentence, which is shown as it is. */
export function storedRefusalIn(locale: AppLocale, text: string): string {
  const found = readRefusal(text);
  return found ? refusalIn(locale, found) : text;
}
