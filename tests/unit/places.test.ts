import { describe, expect, it } from "vitest";
import { meetsLanguage } from "@/lib/contract/language-codes";
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
  ...[
    "EL|GR",
    "Côte d’Ivoire|CI",
    "Cote d'Ivoire|CI",
    "Ivory Coast|CI",
    "Macedonia|MK",
    "UK|GB",
    "England|GB",
    "Holland|NL",
  ].map((pair) => pair.split("|") as [string, string]),
  ...[
    "Burma|MM",
    "Swaziland|SZ",
    "Cabo Verde|CV",
    "Vatican City|VA",
    "Laos|LA",
    "Syria|SY",
    "Viet Nam|VN",
    "The Gambia|GM",
  ].map((pair) => pair.split("|") as [string, string]),
  ...[
    "Bosnia & Herzegovina|BA",
    "St. Lucia|LC",
    "Réunion|RE",
    "Curacao|CW",
    "São Tomé|ST",
    "DR Congo|CD",
    "Congo-Brazzaville|CG",
  ].map((pair) => pair.split("|") as [string, string]),
  ...[
    "Hong Kong|HK",
    "UAE|AE",
    "U.S.|US",
    "Czech Republic|CZ",
    "Türkiye|TR",
    "Turkiye|TR",
    "Moldova|MD",
    "East Timor|TL",
  ].map((pair) => pair.split("|") as [string, string]),
])("the country %j is %s", (text, code) => {
  expect(toCountryCode(text)).toBe(code);
});

it.each(["", " ", "ZZ", "XX", "F", "40", "040", "Atlantis", "constructor", "__proto__", "🇫🇷"])(
  "%j is not a country",
  (text) => {
    expect(toCountryCode(text)).toBeUndefined();
  },
);

it.each([
  ["fr", "fr"],
  ["FR", "fr"],
  ["pt-BR", "pt-BR"],
  ["PT-br", "pt-BR"],
  ["zh-hant", "zh-Hant"],
  ["zh-Hant-TW", "zh-Hant-TW"],
  ["es-419", "es-419"],
  ["ca-valencia", "ca-valencia"],
  ["de-DE-u-co-phonebk", "de-DE"],
  ["de_DE", "de-DE"],
  ["pt_BR", "pt-BR"],
  ["iw", "he"],
  ["in_ID", "id-ID"],
  ["fil-PH", "tl-PH"],
  ["no", "no"],
  ["French", "fr"],
  [" german ", "de"],
  // These also have an old code, which browsers no longer send.
  ["Hebrew", "he"],
  ["Indonesian", "id"],
  ["Javanese", "jv"],
  ["Yiddish", "yi"],
  ["Romanian", "ro"],
  ["Brazilian Portuguese", "pt-BR"],
  ["portuguese (brazil)", "pt-BR"],
  ["Traditional Chinese", "zh-Hant"],
])("the language %j is %s", (text, code) => {
  expect(toLanguageCode(text)).toBe(code);
});

it.each([
  "",
  "xx",
  "f",
  "Klingonese",
  "constructor",
  "fr_",
  "fr-",
  "en;q=1",
  "pt-XX",
  "zh-Xxxx",
  "de-Germany",
  "de-DE-",
])("%j is not a language", (text) => {
  expect(toLanguageCode(text)).toBeUndefined();
});

it.each([
  ["pt-BR", "pt-BR"],
  ["pt", "pt-BR"],
  ["pt", "pt-PT"],
  ["zh-Hant", "zh-Hant-TW"],
  ["zh-TW", "zh-Hant-TW"],
  ["zh-Hant", "zh-TW"],
  ["zh-Hant-TW", "zh-TW"],
  ["zh", "zh-TW"],
  ["sr-Cyrl", "sr-RS"],
  ["ca", "ca-valencia"],
  ["no", "nb"],
  ["no", "nn-NO"],
  ["nb", "no"],
  ["nb-NO", "no-NO"],
])("the language %s is meant by a visitor's %s", (wanted, found) => {
  expect(meetsLanguage(wanted, found)).toBe(true);
});

it.each([
  ["pt-BR", "pt"],
  ["pt-BR", "pt-PT"],
  ["zh-Hant", "zh"],
  ["zh-Hant", "zh-CN"],
  ["zh-TW", "zh-Hans-TW"],
  ["zh-Hant-TW", "zh-Hant"],
  ["sr-RS", "sr-Latn-RS"],
  ["sr-Latn", "sr-RS"],
  ["p", "pt"],
  ["nb", "nn"],
  ["no", "de"],
])("the language %s is not meant by a visitor's %s", (wanted, found) => {
  expect(meetsLanguage(wanted, found)).toBe(false);
});

describe("names", () => {
  it("are English in the API, and an unknown code stays a code", () => {
    expect(countryName("FR")).toBe("France");
    expect(countryName("Unknown")).toBe("Unknown");
    expect(languageName("de")).toBe("German");
    expect(languageName("xx")).toBe("xx");
  });

  it("can be turned back into their codes", () => {
    for (const code of ["FR", "GB", "CI", "CZ", "US", "KR"]) expect(toCountryCode(countryName(code))).toBe(code);
    for (const { code, name } of placesIn("en").languages(["de-LI"])) {
      const isListed = code !== "de-LI";
      expect(toLanguageCode(name)).toBe(isListed ? code : undefined);
      expect(languageName(code)).toBe(name);
    }
  });

  it("are in the page's language and order", () => {
    const german = placesIn("de");
    expect([german.countryName("FR"), german.languageName("el")]).toEqual(["Frankreich", "Griechisch"]);
    for (const code of ["Unknown", "__", ""]) expect(german.countryName(code)).toBeUndefined();
    expect(german.languageName("pt-BR")).toBe("Portugiesisch (Brasilien)");
    for (const code of ["xx", "pt-br", "pt-XX", "de-"]) expect(german.languageName(code)).toBeUndefined();
    const names = german.countries().map(({ name }) => name);
    expect(names.indexOf("Österreich")).toBeLessThan(names.indexOf("Spanien"));
  });
});
