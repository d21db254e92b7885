import { germanRefusals } from "./german-refusals";
import type { AppLocale } from "./locales";

type Template = { pattern: RegExp; names: string[]; words: string };

const exact = new Map(Object.entries(germanRefusals));
// Those that say the most come first: others may fit as well.
const templates = Object.entries(germanRefusals)
  .filter(([english]) => english.includes("{"))
  .sort(([a], [b]) => b.length - a.length)
  .map(templateOf);

/**
 * A refusal as the pages say it. Services, and the schemas that the API shares, speak English; a sentence that has no
 * translation is shown as it is.
 */
export function refusalIn(locale: AppLocale, sentence: string): string {
  if (locale === "en") return sentence;
  const words = exact.get(sentence);
  if (words) return words;
  for (const { pattern, names, words } of templates) {
    const match = pattern.exec(sentence);
    if (match)
      return names.reduce(
        (text, name, index) => text.replace(`{${name}}`, () => refusalIn(locale, match[index + 1] ?? "")),
        words,
      );
  }
  return sentence;
}

/** `{name}` stands for any text. */
function templateOf([english, words]: [string, string]): Template {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`^${parts.join("(.+)")}$`), names, words };
}
