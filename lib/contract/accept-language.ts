import Negotiator from "negotiator";
import { languageTag, primaryLanguage } from "./language-codes";
import { type AppLocale, isLocale, locales } from "./locales";

/** Longer than the header of any browser, but short enough to parse quickly. */
const longestHeader = 512;

/** The languages of an Accept-Language header as tags such as `pt-BR` or `de`, the preferred one first. */
export function acceptedLanguages(header: string): string[] {
  const negotiator = new Negotiator({ headers: { "accept-language": header.slice(0, longestHeader) } });
  return negotiator.languages().flatMap((text) => languageTag(text) ?? languageTag(beforeSubtags(text)) ?? []);
}

/** The beginning of a tag, for tags with subtags that are not valid. */
const beforeSubtags = (text: string) => text.split(/[-_]/, 1)[0] ?? "";

/** The language for a request: the chosen one, or the one that the Accept-Language header prefers. */
export function localeFor(chosen: string | undefined, acceptLanguage: string | null): AppLocale {
  if (isLocale(chosen)) return chosen;
  return (
    acceptedLanguages(acceptLanguage ?? "")
      .map(primaryLanguage)
      .find(isLocale) ?? locales[0]
  );
}
