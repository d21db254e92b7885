/** The languages of the pages, each by its own name. The first is for whoever asks for none of them. */
export const localeNames = { en: "English", de: "Deutsch" } as const;

export type AppLocale = keyof typeof localeNames;

export const locales = Object.keys(localeNames) as [AppLocale, ...AppLocale[]];

export const isLocale = (text: unknown): text is AppLocale => locales.includes(text as AppLocale);

/** The cookie with the language that somebody chose. */
export const localeCookie = "language";

/** The language for a request: the chosen one, else the one that the Accept-Language header likes best. */
export function localeFor(chosen: string | undefined, acceptLanguage: string | null): AppLocale {
  if (isLocale(chosen)) return chosen;
  const preferred = (acceptLanguage ?? "")
    .split(",")
    .map((entry) => /^\s*([a-z]{2,3})\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(entry))
    .filter((match) => match !== null)
    .map(([, language = "", quality = "1"]) => ({ language: language.toLowerCase(), quality: Number(quality) }))
    .filter(({ language, quality }) => isLocale(language) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return (preferred[0]?.language as AppLocale | undefined) ?? locales[0];
}
