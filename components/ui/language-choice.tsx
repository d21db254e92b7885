import { useLocale, useTranslations } from "next-intl";
import { chooseLocale } from "@/lib/i18n/choose-locale";
import { localeNames, locales } from "@/lib/i18n/locales";
import classes from "./choice.module.css";

/** The languages of the pages, each a button in its own words. It works without JavaScript. */
export function LanguageChoice() {
  const t = useTranslations("ui");
  const current = useLocale();
  return (
    <form action={chooseLocale} className={classes.choice} aria-label={t("language")}>
      {locales.map((locale) => (
        <button key={locale} type="submit" name="locale" value={locale} lang={locale} aria-pressed={locale === current}>
          {localeNames[locale]}
        </button>
      ))}
    </form>
  );
}
