/**
 * The languages of pages and mails with their own names. The first is the default. Each has a folder in messages; see
 * docs/translating.md.
 */
export const localeNames = { en: "English", de: "Deutsch", es: "Español" } as const;

export type AppLocale = keyof typeof localeNames;

export const locales = Object.keys(localeNames) as [AppLocale, ...AppLocale[]];

export const isLocale = (text: unknown): text is AppLocale => locales.includes(text as AppLocale);

/** The cookie that stores the chosen language. */
export const localeCookie = "language";
