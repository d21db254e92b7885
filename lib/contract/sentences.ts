import { IntlMessageFormat } from "intl-messageformat";
import type { AppLocale } from "./locales";
import type { Refusal } from "./refusal";
import type { RefusalCode } from "./refusal-kinds";

/** Says refusals in one language. Each message is compiled once. */
export function sentencesIn(locale: AppLocale, messages: Record<RefusalCode, string>) {
  const compiled = new Map<RefusalCode, IntlMessageFormat>();
  return function sentence({ code, params = {} }: Refusal): string {
    const message = compiled.get(code) ?? new IntlMessageFormat(messages[code], locale, undefined, { ignoreTag: true });
    compiled.set(code, message);
    const values = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "object" ? sentence(value) : value,
    ]);
    return String(message.format(Object.fromEntries(values)));
  };
}
