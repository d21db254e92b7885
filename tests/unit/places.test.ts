import { describe, expect, it } from "vitest";
import { meetsLanguage } from "@/lib/contract/language-codes";
import {
  cityName,
  cityParts,
  countryCode,
  countryName,
  languageCode,
  languageName,
  placesIn,
  regionCode,
  toCountryCode,
  toLanguageCode,
} from "@/lib/contract/places";

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

describe("fields of places", () => {
  const long = "x".repeat(81);

  it.each([
    ["FR-IDF", "FR-IDF"],
    [" fr-idf ", "FR-IDF"],
    ["fr-1", "FR-1"],
    ["de-Bayern", "DE-Bayern"],
    ["de- Bayern ", "DE-Bayern"],
    ["gb-City of London", "GB-City of London"],
    ["gb-abcd", "GB-abcd"],
    [`FR-${long.slice(1)}`, `FR-${long.slice(1)}`],
    ...["FR", "FR-", "ZZ-1", "FRA-IDF", "xFR-IDF", "FR-a,b", "-IDF", "", `FR-${long}`].map((text) => [text, undefined]),
  ])("the region %j is %s", (text, region) => {
    expect(regionCode().safeParse(text).data).toBe(region);
  });

  it.each([
    ["Paris, FR", "Paris, FR"],
    ["Paris,fr", "Paris, FR"],
    [" Paris , France", "Paris, FR"],
    ["Paris, FR-IDF", "Paris, FR-IDF"],
    ["Washington, D.C., US", "Washington, D.C., US"],
    [`${"x".repeat(100)}, FR`, `${"x".repeat(100)}, FR`],
    ...["Paris", "FR", ", FR", " , FR", "Paris, Atlantis", "Paris,", "", `${"x".repeat(101)}, FR`].map((text) => [
      text,
      undefined,
    ]),
  ])("the city %j is %s", (text, city) => {
    expect(cityName().safeParse(text).data).toBe(city);
  });

  it.each([
    ["Paris, FR-IDF", "Paris", "FR-IDF"],
    ["Washington, D.C., US", "Washington, D.C.", "US"],
    [", US", "", "US"],
    ["Paris", "Paris", ""],
    ["Paris,FR", "Paris,FR", ""],
  ])("the city %j has the name %j and is in %j", (city, name, within) => {
    expect(cityParts(city)).toEqual({ name, within });
  });

  it("refuse what they do not know, each by its own code", () => {
    for (const [field, code] of [
      [countryCode(), "country_unknown"],
      [regionCode(), "region_unknown"],
      [cityName(), "city_unknown"],
      [languageCode(), "language_unknown"],
    ] as const) {
      const { success, error } = field.safeParse("Atlantis");
      expect([success, error?.issues[0]?.message]).toEqual([false, expect.stringContaining(code)]);
    }
    expect([countryCode().parse("France"), languageCode().parse("French")]).toEqual(["FR", "fr"]);
  });
});

describe("lists of places", () => {
  it("contain each place once, by name, and further languages", () => {
    const french = placesIn("fr");
    const countries = french.countries();
    expect(countries).toHaveLength(new Set(countries.map(({ code }) => code)).size);
    expect(countries).toContainEqual({ code: "DE", name: "Allemagne" });
    expect(countries.map(({ name }) => name)).toEqual(
      countries.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "fr")),
    );
    const languages = french.languages(["fr", "xx", "de-LI"]);
    expect(languages.map(({ name }) => name)).toEqual(
      languages.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "fr")),
    );
    expect(languages.filter(({ code }) => code === "fr")).toEqual([{ code: "fr", name: "français" }]);
    expect(languages).toContainEqual({ code: "xx", name: "xx" });
    expect(languages.map(({ code }) => code)).toEqual(expect.arrayContaining(["de", "de-LI", "pt-BR", "zh-Hant"]));
    expect(languages.map(({ code }) => code)).not.toContain("iw");
    expect(french.languages().map(({ code }) => code)).not.toContain("de-LI");
  });

  it("name countries by their code in capitals alone", () => {
    const { countryName } = placesIn("en");
    expect([countryName("FR"), countryName("fr"), countryName("FRA"), countryName("xFR")]).toEqual([
      "France",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it.each([
  ["the netherlands", "NL"],
  ["Netherlands the", undefined],
  ["Republic of the Serbia", undefined],
  ["Ausaintria", undefined],
  ["Trinidad & Tobago", "TT"],
  ["Saint Lucia", "LC"],
  ["st lucia", "LC"],
  ["Guinea-Bissau", "GW"],
  ["guinea  bissau", "GW"],
  ["Bosnia", "BA"],
  ["U.K.", "GB"],
  ["Korea", "KR"],
  ["Republic of the Congo", "CG"],
])("the country %j is %s, whatever its punctuation", (text, code) => {
  expect(toCountryCode(text)).toBe(code);
});
