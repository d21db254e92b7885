"use client";

import { useSyncExternalStore } from "react";
import { type AppLocale, isLocale } from "@/lib/contract/locales";

/** The usual words are not available here, because what provides them has failed. */
const words: Record<AppLocale, { title: string; text: string; action: string }> = {
  en: { title: "Something went wrong", text: "Please try again in a moment.", action: "Try again" },
  de: { title: "Etwas ist schiefgegangen", text: "Versuche es gleich noch einmal.", action: "Noch einmal versuchen" },
  es: { title: "Se ha producido un error", text: "Inténtalo de nuevo en un momento.", action: "Reintentar" },
};

const style = `
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
  body { margin: 0; }
  main { max-width: 30rem; margin: 20vh auto 0; padding: 0 1rem; text-align: center; }
  button { min-height: 2.75rem; padding: 0 1.25rem; font: inherit; }
`;

/** Replaces the whole document if its frame failed, for example because the database cannot be reached. */
export default function GlobalError() {
  const language = useSyncExternalStore(subscribe, browserLanguage, () => "en" as const);
  const { title, text, action } = words[language];
  return (
    <html lang={language}>
      <head>
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          <p>{text}</p>
          <button type="button" onClick={() => location.reload()}>
            {action}
          </button>
        </main>
      </body>
    </html>
  );
}

const subscribe = () => () => undefined;

function browserLanguage(): AppLocale {
  const language = navigator.language.slice(0, 2);
  return isLocale(language) ? language : "en";
}
