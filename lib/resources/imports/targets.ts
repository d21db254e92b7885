import { countryCode, languageCode } from "@/lib/contract/places";
import { parseUrl } from "@/lib/contract/url";
import { devices } from "@/lib/resources/links/rules";
import { isObject } from "./list-reader";
import { isEmptyValue, parsed } from "./values";

const destinationNames = ["link", "url", "destination", "longurl", "long_url", "target", "redirect"];

const keys = {
  geo: { key: "location", others: ["country", "countryCode", "country_code", "code", "iso"], value: countryCode() },
  languages: { key: "language", others: ["languageCode", "language_code", "code", "lang"], value: languageCode() },
  devices: { key: "device", others: ["platform", "os", "type"], value: null },
} as const;

export type TargetKind = keyof typeof keys;

const deviceNames: Record<string, string> = {
  ios: "iphone",
  iphone: "iphone",
  macos: "mac",
  phone: "mobile",
  smartphone: "mobile",
};

export interface Target {
  [key: string]: string;
  link: string;
}

/**
 * Reads destinations for some visitors: a list of objects, or one object of URLs by country, language or device.
 * Returns null if any entry is not understood, because incomplete targets would send visitors to wrong destinations.
 */
export function parseTargets(kind: TargetKind, value: unknown): Target[] | null {
  const { key, others } = keys[kind];
  const read = parsed(value);
  const pairs = Array.isArray(read)
    ? read.map((entry) => (isObject(entry) ? [first(entry, [key, ...others]), first(entry, destinationNames)] : []))
    : isObject(read)
      ? Object.entries(read).filter(([, link]) => !isEmptyValue(link))
      : null;
  if (!pairs) return null;
  const targets = pairs.flatMap(([place, link]) => {
    const known = placeOf(kind, place);
    return known !== null && typeof link === "string" && isAddress(link) ? [{ [key]: known, link }] : [];
  });
  return targets.length === pairs.length ? (targets as Target[]) : null;
}

function placeOf(kind: TargetKind, place: unknown): string | null {
  if (typeof place !== "string") return null;
  const { value } = keys[kind];
  if (value) return value.safeParse(place).data ?? null;
  const name = deviceNames[place.toLowerCase()] ?? place.toLowerCase();
  return devices.some((device) => device === name) ? name : null;
}

export const isAddress = (text: string) => /^https?:\/\//i.test(text) && parseUrl(text) !== null;

const first = (entry: Record<string, unknown>, names: readonly string[]) =>
  names.map((name) => entry[name]).find((member) => member !== undefined && member !== null && member !== "");
