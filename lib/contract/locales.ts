/** The languages of the pages, each by its own name. The first is for whoever asks for none of them. */
export const localeNames = { en: "English", de: "Deutsch" } as const;

export type AppLocale = keyof typeof localeNames;

export const locales = Object.keys(localeNames) as [AppLocale, ...AppLocale[]];

export const isLocale = (text: unknown): text is AppLocale => locales.includes(text as AppLocale);

/** The cookie with the language that somebody chose. */
export const localeCookie = "language";
