import names from "@/generated/regions.json";
import { folded } from "@/lib/contract/folded";

/** Names of each region: in English and, if it differs, in its own language. */
const known = names as Record<string, string[]>;

// Words that databases add to names or leave out, in any language.
const FORMS =
  /\b(?:free|and|hanseatic|state|city|of|the|province|region|oblast|governorate|county|department|prefecture|district|municipality|parish|canton|autonomous|republic|kray|krai|okrug|voivodeship|sheng|shi|departamento|provincia|estado|do|de|del|da|gorod|respublika|capital|federal)\b/g;

/** The form in which names are compared. */
const nameKey = (name: string) =>
  folded(name)
    .replace(/['’]/g, " ")
    .replace(FORMS, " ")
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim();

const codesByCountry = new Map<string, Map<string, string>>();

function codeOf(country: string, name: string): string | undefined {
  let codes = codesByCountry.get(country);
  if (!codes) {
    const own = Object.entries(known).filter(([code]) => code.startsWith(`${country}-`));
    // If two regions share a name, the first one gets it.
    codes = new Map(own.flatMap(([code, all]) => all.map((one): [string, string] => [nameKey(one), code])).reverse());
    codesByCountry.set(country, codes);
  }
  return codes.get(nameKey(name));
}

const keys = new Map<string, string>();

/**
 * Returns the code of the region with this name: the ISO 3166-2 code such as `DE-BY`, or `DE-` and the name if it is
 * not known.
 */
export function regionByName(country: string, name: string): string {
  const said = `${country}-${name.replaceAll(",", "")}`;
  let key = keys.get(said);
  if (key === undefined) {
    key = codeOf(country, name) ?? said;
    keys.set(said, key);
  }
  return key;
}

/** Returns all regions, including those known only by name, sorted by name, each with its country. */
export function regionChoices(others: string[], countryName: (code: string) => string, locale: string) {
  const name = (code: string) => `${regionName(code, locale)}, ${countryName(code.slice(0, 2))}`;
  return [...new Set([...Object.keys(known), ...others])]
    .map((code) => ({ value: code, label: name(code) }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** Returns a region's name in a language: its own name if that language is spoken there, else the English one. */
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
