import { describe, expect, it } from "vitest";
import { countryName, languageName, placesIn, toCountryCode, toLanguageCode } from "@/lib/contract/places";

it.each([
  ["FR", "FR"],
  ["fr", "FR"],
  [" de ", "DE"],
  ["France", "FR"],
  ["GERMANY", "DE"],
  ["united states", "US"],
  ["South Korea", "KR"],
  ["Türkiye", "TR"],
  ["Kosovo", "XK"],
])("the country %j is %s", (text, code) => {
  expect(toCountryCode(text)).toBe(code);
});

it.each(["", " ", "ZZ", "XX", "F", "40", "040", "Atlantis", "constructor", "__proto__", "🇫🇷"])(
  "no country is called %j",
  (text) => {
    expect(toCountryCode(text)).toBeUndefined();
  },
);

it.each([
  ["fr", "fr"],
  ["FR", "fr"],
  ["pt-BR", "pt"],
  ["zh-Hant-TW", "zh"],
  ["French", "fr"],
  [" german ", "de"],
  // These have an old code too, which no browser sends any more.
  ["Hebrew", "he"],
  ["Indonesian", "id"],
  ["Javanese", "jv"],
  ["Yiddish", "yi"],
  ["Romanian", "ro"],
])("the language %j is %s", (text, code) => {
  expect(toLanguageCode(text)).toBe(code);
});

it.each(["", "xx", "f", "Klingonese", "constructor", "fr_FR", "fr-", "en;q=1"])("no language is called %j", (text) => {
  expect(toLanguageCode(text)).toBeUndefined();
});

describe("names", () => {
  it("are English in the API; a code that has none shows itself", () => {
    expect(countryName("FR")).toBe("France");
    expect(countryName("Unknown")).toBe("Unknown");
    expect(languageName("de")).toBe("German");
    expect(languageName("xx")).toBe("xx");
  });

  it("lead back to their code", () => {
    for (const code of ["FR", "GB", "CI", "CZ", "US", "KR"]) expect(toCountryCode(countryName(code))).toBe(code);
    for (const { code, name } of placesIn("en").languages()) expect(toLanguageCode(name)).toBe(code);
  });

  it("are in the language of the page, in its order", () => {
    const german = placesIn("de");
    expect([german.countryName("FR"), german.languageName("el")]).toEqual(["Frankreich", "Griechisch"]);
    for (const code of ["Unknown", "__", ""]) expect(german.countryName(code)).toBeUndefined();
    expect(german.languageName("xx")).toBeUndefined();
    const names = german.countries().map(({ name }) => name);
    expect(names.indexOf("Österreich")).toBeLessThan(names.indexOf("Spanien"));
  });
});
