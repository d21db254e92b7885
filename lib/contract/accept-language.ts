import Negotiator from "negotiator";
import { currentCode } from "./language-codes";
import { type AppLocale, isLocale, locales } from "./locales";

/** Longer than the header of any browser, but short enough to parse quickly. */
const longestHeader = 512;

/** The languages of an Accept-Language header as lower-case ISO 639 codes, the preferred one first. */
export function acceptedLanguages(header: string): string[] {
  const negotiator = new Negotiator({ headers: { "accept-language": header.slice(0, longestHeader) } });
  return negotiator
    .languages()
    .flatMap((tag) => /^[a-z]{2,3}(?=[-_]|$)/.exec(tag.toLowerCase()) ?? [])
    .map(currentCode);
}

/** The language for a request: the chosen one, or the one that the Accept-Language header prefers. */
export function localeFor(chosen: string | undefined, acceptLanguage: string | null): AppLocale {
  if (isLocale(chosen)) return chosen;
  return acceptedLanguages(acceptLanguage ?? "").find(isLocale) ?? locales[0];
}
