import names from "./regions.json";

/** The name of each region in English and, where that is another, its own. */
const known = names as Record<string, string[]>;

// What databases put around a name or leave out, in any language.
const FORMS =
  /\b(?:free|and|hanseatic|state|city|of|the|province|region|oblast|governorate|county|department|prefecture|district|municipality|parish|canton|autonomous|republic|kray|krai|okrug|voivodeship|sheng|shi|departamento|provincia|estado|do|de|del|da|gorod|respublika|capital|federal)\b/g;

/** Letters that have no accent to be taken off. */
const PLAIN: Record<string, string> = { ł: "l", ø: "o", đ: "d", ı: "i" };

const folded = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøđı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’]/g, " ")
    .replace(FORMS, " ")
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim();

const codesByCountry = new Map<string, Map<string, string>>();

function codeOf(country: string, name: string): string | undefined {
  let codes = codesByCountry.get(country);
  if (!codes) {
    const own = Object.entries(known).filter(([code]) => code.startsWith(`${country}-`));
    // A name that two have is the first one's.
    codes = new Map(own.flatMap(([code, all]) => all.map((one): [string, string] => [folded(one), code])).reverse());
    codesByCountry.set(country, codes);
  }
  return codes.get(folded(name));
}

const keys = new Map<string, string>();

/** The region of that name: its ISO 3166-2 code, `DE-BY`, or `DE-` and the name where it is not known by that. */
export function regionByName(country: string, name: string): string {
  const said = `${country}-${name.replaceAll(",", "")}`;
  let key = keys.get(said);
  if (key === undefined) {
    key = codeOf(country, name) ?? said;
    keys.set(said, key);
  }
  return key;
}

/** All regions, those included that are known by name alone, in the order of their names, each with its country. */
export function regionChoices(others: string[], countryName: (code: string) => string, locale: string) {
  const name = (code: string) => `${regionName(code, locale)}, ${countryName(code.slice(0, 2))}`;
  return [...new Set([...Object.keys(known), ...others])]
    .map((code) => ({ value: code, label: name(code) }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** What people call a region in a language: by its own name where that is spoken there, else in English. */
export function regionName(region: string, locale: string): string {
  const [english, own = english] = known[region] ?? [];
  return (languageOf(region.slice(0, 2)) === locale ? own : english) ?? region.slice(3);
}

const languages = new Map<string, string>();

function languageOf(country: string): string {
  const language = languages.get(country) ?? new Intl.Locale(`und-${country}`).maximize().language;
  languages.set(country, language);
  return language;
}
