import { expect, it } from "vitest";
import { localeFor } from "@/lib/contract/language-codes";

it.each([
  [undefined, "de", "de"],
  [undefined, "de-AT,de;q=0.9,en;q=0.8", "de"],
  [undefined, "fr, de;q=0.7, en;q=0.3", "de"],
  [undefined, "de;q=0.2,en;q=0.9", "en"],
  [undefined, "de;q=0", "en"],
  [undefined, "DE", "de"],
  [undefined, "constructor,;q=,*", "en"],
  [undefined, "de_DE, en;q=.5", "de"],
  [undefined, ",".repeat(16_000), "en"],
  [undefined, "", "en"],
  [undefined, null, "en"],
  ["de", "en", "de"],
  ["en", "de", "en"],
  ["fr", "de", "de"],
  ["toString", null, "en"],
  [undefined, "es-MX,es;q=0.9,en;q=0.8", "es"],
  ["es", "de", "es"],
])("chosen %j, accepted %j: %s", (chosen, accepted, locale) => {
  expect(localeFor(chosen, accepted)).toBe(locale);
});
