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
  ["pt-BR", "pt"],
  ["zh-Hant-TW", "zh"],
  ["de_DE", "de"],
  ["pt_BR", "pt"],
  ["iw", "he"],
  ["in_ID", "id"],
  ["no", "no"],
  ["French", "fr"],
  [" german ", "de"],
  // These also have an old code, which browsers no longer send.
  ["Hebrew", "he"],
  ["Indonesian", "id"],
  ["Javanese", "jv"],
  ["Yiddish", "yi"],
  ["Romanian", "ro"],
])("the language %j is %s", (text, code) => {
  expect(toLanguageCode(text)).toBe(code);
});

it.each(["", "xx", "f", "Klingonese", "constructor", "fr_", "fr-", "en;q=1"])("%j is not a language", (text) => {
  expect(toLanguageCode(text)).toBeUndefined();
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
    for (const { code, name } of placesIn("en").languages()) expect(toLanguageCode(name)).toBe(code);
  });

  it("are in the page's language and order", () => {
    const german = placesIn("de");
    expect([german.countryName("FR"), german.languageName("el")]).toEqual(["Frankreich", "Griechisch"]);
    for (const code of ["Unknown", "__", ""]) expect(german.countryName(code)).toBeUndefined();
    expect(german.languageName("xx")).toBeUndefined();
    const names = german.countries().map(({ name }) => name);
    expect(names.indexOf("Österreich")).toBeLessThan(names.indexOf("Spanien"));
  });
});
