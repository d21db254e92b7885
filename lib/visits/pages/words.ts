import { createTranslator } from "use-intl/core";
import type { Messages } from "@/generated/messages";
import { localeFor } from "@/lib/contract/accept-language";
import { type AppLocale, localeCookie } from "@/lib/contract/locales";
import { cookieOf } from "@/lib/platform/cookie";
import type { VisitRequest } from "@/lib/visits/request";
import de from "@/messages/de/visitors.json";
import en from "@/messages/en/visitors.json";

const words: Record<AppLocale, unknown> = { en, de };

/** The language that a visitor chose here or whose browser asks for it, and what pages say in it. */
export function visitorWords({ headers }: Pick<VisitRequest, "headers">) {
  const locale = localeFor(cookieOf({ headers }, localeCookie), headers["accept-language"] ?? null);
  return { locale, t: createTranslator({ locale, messages: words[locale] as Messages["visitors"] }) };
}

export type VisitorWords = ReturnType<typeof visitorWords>;
