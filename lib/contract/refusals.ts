import { refusals } from "@/generated/refusals";
import { sentencesIn } from "./errors";
import { type AppLocale, locales } from "./locales";
import { type Refusal, readRefusal } from "./refusal";

const sentences = Object.fromEntries(
  locales.map((locale) => [locale, sentencesIn(locale, refusals[locale])]),
) as Record<AppLocale, (refusal: Refusal) => string>;

/** Formats a refusal for the pages. */
export const refusalIn = (locale: AppLocale, refusal: Refusal): string => sentences[locale](refusal);

/** Formats a stored refusal. Earlier versions stored the English sentence, which is shown unchanged. */
export function storedRefusalIn(locale: AppLocale, text: string): string {
  const found = readRefusal(text);
  return found ? refusalIn(locale, found) : text;
}
