import { useLocale, useTranslations } from "next-intl";
import { localeNames, locales } from "@/lib/contract/locales";
import { chooseLocale } from "@/lib/http/choose-locale";
import classes from "./choice.module.css";

/** A button for each language, in its own language. Works without JavaScript. */
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
