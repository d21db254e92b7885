import { useFormatter, useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { regionName } from "@/lib/clicks/classify/regions";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { cityParts, type Places } from "@/lib/contract/places";
import { readableHost } from "@/lib/contract/readable-url";
import { parseTimestamp } from "@/lib/contract/timestamp";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import type { NamedVariant } from "@/lib/resources/links/statistics/named-variants";

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

/** The name of each variant, by its key. */
export type VariantNames = Record<string, string>;

/** Returns a function that names a variant the way the editor names its rule. */
export async function variantNames() {
  const t = await getTranslations("clicks.decided");
  return ({ rule, position }: Pick<NamedVariant, "rule" | "position">): string => {
    if (rule === null) return t("past");
    if (rule.startsWith("deeplink")) return t("apps");
    const share = /^(?:.*\.)?split\.(\d+)$/.exec(rule)?.[1];
    const part = share === undefined ? 0 : Number(share) + 1;
    if (position !== null) return t("rule", { position, part });
    return part > 0 ? t("split", { part }) : t("others");
  };
}

/** Returns a function that describes how a split test ends automatically or has ended. */
export function useDecisionWords() {
  const t = useTranslations("clicks.finish");
  const format = useFormatter();
  const day = (text: string) => format.dateTime(parseTimestamp(text) ?? new Date(text), { dateStyle: "medium" });

  return ({ days, visitors, since, result }: SplitFinish): string => {
    if (!result) {
      const limits = [...(days ? [t("days", { days })] : []), ...(visitors ? [t("visitors", { visitors })] : [])];
      const limit = limits.length > 0 ? t("limit", { limits: format.list(limits, { type: "disjunction" }) }) : "";
      return `${since ? `${t("running", { date: day(since) })} ` : ""}${t("ends")} ${limit}`.trim();
    }
    const { date, outcome, winner, shares } = result;
    const rates = shares.map((share) =>
      format.number(share.visitors > 0 ? share.conversions / share.visitors : 0, {
        style: "percent",
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
    );
    if (winner === null) {
      const figures = format.list(rates.map((rate, index) => t("rate", { number: index + 1, rate })));
      return t(outcome === "days" ? "daysOver" : "visitorsOver", { date: day(date), figures });
    }
    const others = format.list(rates.filter((_, index) => index !== winner));
    return t("won", { winner: winner + 1, date: day(date), rate: rates[winner] ?? "", others });
  };
}
