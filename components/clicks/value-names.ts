import { useTranslations } from "next-intl";
import type { FilterDimension } from "@/lib/clicks/selection";
import type { Places } from "@/lib/contract/places";

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

export type NameOf = (dimension: FilterDimension, value: string) => string;

/** How people call what is counted. A browser's or a host's name is what it is; some stand for what is not known. */
export function useValueNames(places: Places): NameOf {
  const t = useTranslations("clicks");
  return (dimension, value) => {
    if (dimension.startsWith("utm_")) return value;
    const kind = dimension === "class" && classes.find((name) => name === value);
    if (kind) return t(`classes.${kind}`);
    const place =
      dimension === "country"
        ? places.countryName(value)
        : dimension === "language"
          ? places.languageName(value)
          : undefined;
    return place ?? (isKnown(value) ? t(`values.${value}`) : value.replace(/^(?:agent|network|referrer):/, ""));
  };
}
