import { LRUCache } from "lru-cache";
import { createTranslator } from "use-intl/core";
import type { Messages } from "@/generated/messages";
import { visitors } from "@/generated/visitors";
import { localeFor } from "@/lib/contract/language-codes";
import { type AppLocale, isLocale, localeCookie, locales } from "@/lib/contract/locales";
import { readCookie } from "@/lib/platform/network/cookie";
import type { VisitRequest } from "@/lib/visits/core/request";

/** A language and our own texts of visitors' pages in it. */
export interface VisitorWords {
  readonly locale: AppLocale;
  readonly t: ReturnType<typeof translatorOf>;
}

// Next's build compiles messages, so they are not plain text there.
const translatorOf = (locale: AppLocale, messages: unknown) =>
  createTranslator({ locale, messages: messages as Messages["visitors"] });

// Each message is parsed once.
const words = Object.fromEntries(
  locales.map((locale) => [locale, { locale, t: translatorOf(locale, visitors[locale]) }]),
) as Record<AppLocale, VisitorWords>;

export type LanguageRequest = Pick<VisitRequest, "headers">;

/** Returns the texts in the language that the visitor chose, or that their browser asks for. */
export function visitorWords({ headers }: LanguageRequest): VisitorWords {
  const chosen = readCookie({ headers }, localeCookie);
  return words[isLocale(chosen) ? chosen : localeOf(headers["accept-language"] ?? "")];
}

const localeByHeader = new LRUCache<string, AppLocale>({ max: 1_000 });
/** Maximum length of usual headers. Longer ones are not cached. */
const usualLength = 100;

function localeOf(header: string): AppLocale {
  if (header.length > usualLength) return localeFor(undefined, header);
  let locale = localeByHeader.get(header);
  if (!locale) {
    locale = localeFor(undefined, header);
    localeByHeader.set(header, locale);
  }
  return locale;
}
