import { createTranslator } from "use-intl/core";
import type { AppLocale } from "./locales";
import type { Refusal } from "./refusal";
import type { RefusalCode } from "./refusal-kinds";

/**
 * Says refusals in one language. By next-intl's own formatter, since Next's build compiles the messages for it, and
 * server.ts and tests have them as they are written.
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
