import { createTranslator } from "use-intl/core";
import type { AppLocale } from "./locales";
import type { Refusal } from "./refusal";
import type { RefusalCode } from "./refusal-kinds";

/**
 * Returns a function that formats refusals in one language. It uses next-intl's own formatter because Next's build
 * compiles the messages for it, while server.ts and tests have them as written.
 */
export function sentencesIn(locale: AppLocale, messages: Record<RefusalCode, string>) {
  const translate = createTranslator({
    locale,
    messages: messages as Record<string, string>,
    onError: (error) => {
      throw error;
    },
  });
  return function sentence({ code, params = {} }: Refusal): string {
    const values = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "object" ? sentence(value) : value,
    ]);
    return translate(code, Object.fromEntries(values));
  };
}
