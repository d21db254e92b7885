import { useLocale, useTranslations } from "next-intl";
import { regionName } from "@/lib/clicks/classify/regions";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { cityParts, type Places } from "@/lib/contract/places";
import { readableHost } from "@/lib/contract/readable-url";

const classes = ["robot", "ai", "preview", "scanner", "network", "burst", "spam"] as const;
const known = [
  "Unknown",
  "Direct",
  "Other",
  "Desktop",
  "Mobile",
  "Tablet",
  "TV",
  "burst",
  "head",
  "headers",
  "prefetch",
  "twice",
] as const;
const isKnown = (value: string): value is (typeof known)[number] => known.includes(value as never);

type PlaceName = (value: string, places: Places, locale: string) => string | undefined;

const placeNames: Partial<Record<FilterDimension, PlaceName>> = {
  country: (value, { countryName }) => countryName(value),
  region: (value, { countryName }, locale) =>
    isRegion(value) ? `${regionName(value, locale)}, ${countryName(value.slice(0, 2))}` : undefined,
  city(value, { countryName }, locale) {
    const { name, within } = cityParts(value);
    const region = isRegion(within) ? regionName(within, locale) : name;
    const country = countryName(within.slice(0, 2));
    // A city that is its own region is followed by its country only.
    return country && `${name}, ${region === name ? country : region}`;
  },
  language: (value, { languageName }) => languageName(value),
};

const isRegion = (value: string) => /^[A-Z]{2}-./.test(value);

export type NameOf = (dimension: FilterDimension, value: string) => string;

/** Display names of values. Names of browsers and hosts stay as they are. */
export function useValueNames(places: Places): NameOf {
  const t = useTranslations("clicks");
  const locale = useLocale();
  return (dimension, value) => {
    if (dimension.startsWith("utm_") || dimension === "variant") return value;
    const kind = dimension === "class" && classes.find((name) => name === value);
    if (kind) return t(`classes.${kind}`);
    const place = placeNames[dimension]?.(value, places, locale);
    return (
      place ?? (isKnown(value) ? t(`values.${value}`) : readableHost(value.replace(/^(?:agent|network|referrer):/, "")))
    );
  };
}
