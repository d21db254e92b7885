import Negotiator from "negotiator";
import { type AppLocale, isLocale, locales } from "./locales";

/** Codes with the same meaning as the code that this service uses. Some systems still send the old ones. */
const sameAs: Record<string, string> = { iw: "he", in: "id", ji: "yi", jw: "jv", mo: "ro", sh: "sr", fil: "tl" };

/** Returns the code that this service uses for a language. */
const currentCode = (code: string): string => (Object.hasOwn(sameAs, code) ? (sameAs[code] as string) : code);

/** The languages with a region or script that people can choose from a list. The API takes any. */
export const regionalLanguages = (
  "ar-AE ar-EG ar-MA ar-SA bn-BD bn-IN ca-ES de-AT de-CH de-DE el-CY en-AU en-CA en-GB en-IE en-IN en-NZ en-SG en-US " +
  "en-ZA es-419 es-AR es-CL es-CO es-ES es-MX es-PE es-US fr-BE fr-CA fr-CH fr-FR fr-MA hr-BA it-CH it-IT ko-KR ms-SG " +
  "nl-BE nl-NL pt-AO pt-BR pt-PT ro-MD ru-KZ ru-UA sr-Cyrl sr-Latn sv-FI sv-SE ta-LK tr-CY ur-IN uz-Cyrl uz-Latn " +
  "zh-CN zh-HK zh-Hans zh-Hant zh-SG zh-TW"
).split(" ");

/**
 * Returns a language tag (BCP 47) in its usual spelling and with current codes, without extensions: `pt_br` becomes
 * `pt-BR`. Returns null if it is none.
 */
export function languageTag(text: string): string | null {
  const [, language, subtags = ""] = /^([a-z]{2,3})((?:[-_][a-z\d]{1,8})*)$/i.exec(text) ?? [];
  if (language === undefined) return null;
  const code = currentCode(language.toLowerCase());
  if (subtags === "") return code;
  try {
    // Some languages have other codes here than in CLDR, so it only sees the rest of the tag.
    return code + new Intl.Locale(`und${subtags.replaceAll("_", "-")}`).baseName.slice("und".length);
  } catch {
    return null;
  }
}

/** Returns the language of a tag without its region and script. */
export function primaryLanguage(tag: string): string {
  const end = tag.indexOf("-");
  return end === -1 ? tag : tag.slice(0, end);
}

/** How specific a tag is. A region says more than a script, because it mostly implies one. */
export const specificity = (tag: string): number =>
  tag
    .split("-")
    .slice(1)
    .reduce((sum, subtag) => sum + (/^[A-Z][a-z]{3}$/.test(subtag) ? 1 : 2), 0);

/** Norwegian in general, and its two forms. */
const norwegian = { no: ["no", "nb", "nn"], nb: ["nb", "no"], nn: ["nn", "no"] } as Record<string, string[]>;

/**
 * Returns whether a visitor's language matches a wanted one, by the look-up of RFC 4647: `pt-BR` matches `pt-BR` and
 * `pt`, but `pt` and `pt-PT` do not match `pt-BR`. The usual script of a region counts as part of the tag, so `zh-TW`
 * matches `zh-Hant`. `no` is Norwegian in both of its forms, and either form matches `no`.
 */
export function meetsLanguage(wanted: string, found: string): boolean {
  if (wanted === found) return true;
  const language = primaryLanguage(found);
  const form = (norwegian[language] ?? [language]).find((code) => code === primaryLanguage(wanted));
  if (form === undefined) return false;
  const subtags = wanted.slice(form.length + 1);
  return subtags === "" || lessSpecific(found).includes(language + wanted.slice(form.length));
}

/** Returns whether a visitor's language matches one of the wanted ones. */
export const meetsAnyLanguage = (any: string[], found: string | null): boolean =>
  found !== null && any.some((wanted) => meetsLanguage(wanted, found));

/** Returns a tag and the less specific ones, with and without the script that its region usually implies. */
function lessSpecific(tag: string): string[] {
  const { language, region, script } = new Intl.Locale(tag);
  const usual = region && new Intl.Locale(`${language}-${region}`).maximize().script;
  const tags: string[] = [];
  for (let rest = tag; rest.includes("-"); rest = rest.slice(0, rest.lastIndexOf("-"))) tags.push(rest);
  if (script && script === usual) tags.push(...tags.map((one) => one.replace(`-${script}`, "")));
  if (!script && usual) tags.push(`${language}-${usual}-${region}`, `${language}-${usual}`);
  return tags;
}

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
