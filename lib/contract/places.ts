// The package's entry for Node loads the names in all languages.
import countries from "i18n-iso-countries/index.js";
import english from "i18n-iso-countries/langs/en.json";
import { languageTag, primaryLanguage, regionalLanguages } from "./language-codes";
import { refusing, schemaRefusals, z } from "./zod";

/** Country names beyond those of ISO and CLDR: former names, short names and codes of the European Union. */
const otherCountryNames: Record<string, string> = {
  AE: "UAE, Emirates",
  AG: "Antigua",
  BA: "Bosnia, Bosnia-Herzegovina",
  BN: "Brunei",
  BO: "Plurinational State of Bolivia",
  BY: "Byelorussia",
  CD: "DR Congo, DRC, D.R. Congo, Congo-Kinshasa, Democratic Republic of Congo, Zaire",
  CG: "Congo-Brazzaville, Republic of Congo",
  CI: "Cote dIvoire",
  CN: "Mainland China, PRC, People's Republic of China",
  CV: "Cabo Verde",
  CZ: "Czech",
  FK: "Malvinas",
  FM: "Micronesia",
  GB: "Britain, England, Scotland, Wales, Northern Ireland, U.K.",
  GR: "EL, Hellas, Hellenic Republic",
  HK: "Hong Kong SAR",
  IE: "Republic of Ireland, Eire",
  IR: "Persia",
  KG: "Kyrgyz Republic",
  KN: "Saint Kitts",
  KP: "DPRK, Democratic People's Republic of Korea",
  KR: "Korea, ROK",
  LA: "Laos, Lao PDR",
  LY: "Libya",
  MD: "Moldova",
  MK: "Macedonia, FYROM, Former Yugoslav Republic of Macedonia, Republic of Macedonia",
  MM: "Burma",
  MO: "Macau, Macao SAR",
  NL: "Holland",
  PS: "Palestinian Territories, Palestinian Territory",
  RS: "Republic of Serbia",
  RU: "Soviet Union",
  SK: "Slovak Republic",
  ST: "Sao Tome",
  SY: "Syria",
  SZ: "Swaziland",
  TL: "East Timor",
  TT: "Trinidad",
  TW: "Republic of China, ROC",
  US: "America",
  VA: "Vatican, Vatican City",
  VC: "Saint Vincent",
  VN: "Viet Nam",
};

countries.registerLocale(english);

/** Names such as `Portuguese (Brazil)`, which stay next to each other in lists. */
const languageNamesIn = (locale: string) =>
  new Intl.DisplayNames(locale, { type: "language", fallback: "none", languageDisplay: "standard" });
const languageNames = languageNamesIn("en");
/** Names such as `Brazilian Portuguese`. */
const dialectNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Codes of languages (ISO 639-1), also with a region or script, by their English names in lower case. */
const languageCodes = new Map<string, string>();
const namedLanguages = new Set<string>();
for (let first = 97; first <= 122; first++) {
  for (let second = 97; second <= 122; second++) {
    const code = String.fromCharCode(first, second);
    const name = languageNames.of(code);
    if (name) namedLanguages.add(code);
    // A few languages also have an old code (iw for he), which browsers do not send.
    const current = Intl.getCanonicalLocales(code)[0] === code;
    if (name && current) languageCodes.set(name.toLowerCase(), code);
  }
}

for (const names of [languageNames, dialectNames])
  for (const tag of regionalLanguages) {
    const name = names.of(tag)?.toLowerCase();
    if (name && !languageCodes.has(name)) languageCodes.set(name, tag);
  }

const alpha2Codes = new Set(Object.keys(countries.getAlpha2Codes()));

/**
 * Country codes by each of their English names, in the form of `nameKey`. If two countries share a name, the first
 * gets it.
 */
const countryCodes = new Map<string, string>();
for (const [code, names] of Object.entries(countries.getNames("en", { select: "all" })))
  for (const name of names) nameCountry(name, code);
for (const style of ["long", "short"] as const) {
  const regions = new Intl.DisplayNames("en", { type: "region", style, fallback: "none" });
  for (const code of alpha2Codes) nameCountry(regions.of(code) ?? "", code);
}
for (const [code, names] of Object.entries(otherCountryNames))
  for (const name of names.split(", ")) nameCountry(name, code);

function nameCountry(name: string, code: string): void {
  const key = nameKey(name);
  if (!countryCodes.has(key)) countryCodes.set(key, code);
}

/**
 * The form in which names are compared: without accents, punctuation and a leading `the`, and with one form of `and`
 * and `saint`.
 */
function nameKey(name: string): string {
  const letters = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("&", " and ");
  const words = letters.replace(/['’ʼ`´]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ");
  return words
    .trim()
    .replace(/^the /, "")
    .replace(/\bst\b/g, "saint");
}

/** Returns the ISO 3166-1 alpha-2 code for a code or an English name, or undefined. */
export function toCountryCode(text: string): string | undefined {
  const trimmed = text.trim();
  const code = trimmed.toUpperCase();
  return alpha2Codes.has(code) ? code : countryCodes.get(nameKey(trimmed));
}

/**
 * Returns the ISO 639-1 code for a code (old codes become current ones) or an English name, with its script and region
 * if there are any (`pt_br` becomes `pt-BR`), or undefined.
 */
export function toLanguageCode(text: string): string | undefined {
  const name = text.trim();
  const tag = languageTag(name);
  if (tag && namedLanguages.has(primaryLanguage(tag)) && languageNames.of(tag) !== undefined) return tag;
  return languageCodes.get(name.toLowerCase());
}

/**
 * Returns the ISO 3166-2 code of a region, or its country code and name if the data set has no code; undefined if
 * unknown.
 */
function toRegion(text: string): string | undefined {
  const [, country = "", name = ""] = /^([a-z]{2})-([^,]{1,80})$/i.exec(text.trim()) ?? [];
  if (!alpha2Codes.has(country.toUpperCase())) return undefined;
  return `${country.toUpperCase()}-${/^[a-z\d]{1,3}$/i.test(name) ? name.toUpperCase() : name.trim()}`;
}

/** Returns a city as its name and the code of its region or country; undefined if unknown. */
function toCity(text: string): string | undefined {
  const comma = text.lastIndexOf(",");
  const name = text.slice(0, Math.max(0, comma)).trim();
  const place = text.slice(comma + 1);
  const within = toCountryCode(place) ?? toRegion(place);
  return name !== "" && name.length <= 100 && within ? `${name}, ${within}` : undefined;
}

/** Splits a city into its name and its region or country. */
export function cityParts(city: string): { name: string; within: string } {
  const comma = city.lastIndexOf(", ");
  return comma < 0 ? { name: city, within: "" } : { name: city.slice(0, comma), within: city.slice(comma + 2) };
}

/** English names, as the API returns them. */
export const countryName = (code: string) => countries.getName(code, "en") ?? code;
export const languageName = (code: string) => languageNames.of(code) ?? code;

/** The names of places in one language, for people. Returns undefined for an unknown code. */
export function placesIn(locale: string) {
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const languages = languageNamesIn(locale);
  const named = (code: string, name: string | undefined) => ({ code, name: name ?? code });
  const byName = (places: { code: string; name: string }[]) =>
    places.sort((a, b) => a.name.localeCompare(b.name, locale));
  return {
    countryName: (code: string) => (/^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined),
    languageName: (code: string) => (languageTag(code) === code ? languages.of(code) : undefined),
    /** every country, and every language with its usual regions and scripts, by name, for a person to choose from */
    countries: () => byName(Object.keys(countries.getAlpha2Codes()).map((code) => named(code, regions.of(code)))),
    languages: (further: string[] = []) =>
      byName([...new Set([...languageCodes.values(), ...further])].map((code) => named(code, languages.of(code)))),
  };
}

export type Places = ReturnType<typeof placesIn>;

type Refused = "country_unknown" | "region_unknown" | "city_unknown" | "language_unknown";

const coded = (convert: (text: string) => string | undefined, refused: Refused) =>
  z
    .string()
    .transform((text, context) => {
      const code = convert(text);
      if (code) return code;
      context.addIssue({ code: "custom", message: refusing(refused) });
      return z.NEVER;
    })
    .register(schemaRefusals, { codes: [refused] });

export const countryCode = () => coded(toCountryCode, "country_unknown").meta({ example: "FR" });
export const regionCode = () => coded(toRegion, "region_unknown").meta({ example: "FR-IDF" });
export const cityName = () => coded(toCity, "city_unknown").meta({ example: "Paris, FR" });
export const languageCode = () => coded(toLanguageCode, "language_unknown").meta({ example: "fr" });
