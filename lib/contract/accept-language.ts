import Negotiator from "negotiator";
import { currentCode } from "./language-codes";
import { type AppLocale, isLocale, locales } from "./locales";

/** Far more than a browser sends, and soon read. */
const longestHeader = 512;

/** The languages that an Accept-Language header asks for, as lower-case ISO 639 codes, the best one first. */
export function acceptedLanguages(header: string): string[] {
  const negotiator = new Negotiator({ headers: { "accept-language": header.slice(0, longestHeader) } });
  return negotiator
    .languages()
    .flatMap((tag) => /^[a-z]{2,3}(?=[-_]|$)/.exec(tag.toLowerCase()) ?? [])
    .map(currentCode);
}

/** The language for a request: the chosen one, else the one that the Accept-Language header likes best. */
export function localeFor(chosen: string | undefined, acceptLanguage: string | null): AppLocale {
  if (isLocale(chosen)) return chosen;
  return acceptedLanguages(acceptLanguage ?? "").find(isLocale) ?? locales[0];
}
