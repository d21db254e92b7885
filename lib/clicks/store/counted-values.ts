import type { ClickDimension } from "@/generated/prisma/enums";
import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ClicksByDay, Statistics, TopEntry } from "./click-store";
import { sourcesOf } from "./referrer-sources";
import { type CountedValue, type FilterDimension, MOST_VALUES } from "./selection";

/**
 * Returns statistics with the ten largest values of each dimension, or up to `MOST_VALUES` of `whole`, largest first.
 */
export function statisticsFrom(rows: CountedValue[], whole?: FilterDimension): Statistics {
  const of = (dimension: ClickDimension) => rows.filter((row) => row.dimension === dimension);
  const top = (dimension: ClickDimension) => of(dimension).map(({ value, clicks }) => ({ value, clicks }));
  const [total] = of("total");
  const referrers = top("referrer");
  const network = (name: string) => of("social").find((row) => row.value === name)?.clicks ?? 0;
  return {
    clicks: total?.clicks ?? 0,
    locked: rows.find((row) => row.dimension === "locked")?.clicks ?? 0,
    uniqueClicks: rows.find((row) => row.dimension === "visitors")?.clicks ?? 0,
    countries: top("country"),
    regions: located(rows, "region", whole),
    cities: located(rows, "city", whole),
    referrers: referrers.slice(0, whole === "referrer" ? MOST_VALUES : 10),
    sources: sourcesOf(referrers).slice(0, 10),
    browsers: top("browser"),
    systems: top("os"),
    devices: top("device"),
    languages: top("language"),
    social: { network1: network("network1"), network2: network("network2"), network3: network("network3") },
    utm: {
      source: top("utm_source"),
      medium: top("utm_medium"),
      campaign: top("utm_campaign"),
      term: top("utm_term"),
      content: top("utm_content"),
    },
    rules: top("rule"),
    variants: top("variant").map((entry) => ({
      ...entry,
      visitors: of("variant_visitors").find(({ value }) => value === entry.value)?.clicks ?? 0,
    })),
    blocks: top("block"),
    classes: classesOf(top("class"), rows.find((row) => row.dimension === "robots")?.clicks ?? 0),
    robots: top("robot"),
  };
}

/** Roll-ups only count clicks with a known place. The rest are older clicks, or have no city. */
function located(rows: CountedValue[], dimension: "region" | "city", whole?: FilterDimension): TopEntry[] {
  const found = rows.filter((row) => row.dimension === dimension).map(({ value, clicks }) => ({ value, clicks }));
  if (!found.some(({ value }) => value !== UNKNOWN)) return [];
  const counted = (kind: CountedValue["dimension"]) => rows.find((row) => row.dimension === kind)?.clicks ?? 0;
  const unknown = counted("total") - counted("locked") - counted(`in_${dimension}`);
  if (unknown > 0) found.push({ value: UNKNOWN, clicks: unknown });
  return found.sort((a, b) => b.clicks - a.clicks).slice(0, dimension === whole ? MOST_VALUES : 10);
}

/** Clicks without a class were counted before classes existed. They count as `robot`. */
function classesOf(classes: TopEntry[], all: number): TopEntry[] {
  const earlier = all - classes.reduce((sum, { clicks }) => sum + clicks, 0);
  if (earlier <= 0) return classes;
  const robots = classes.find(({ value }) => value === "robot")?.clicks ?? 0;
  const others = classes.filter(({ value }) => value !== "robot");
  return [...others, { value: "robot", clicks: robots + earlier }].sort((a, b) => b.clicks - a.clicks);
}

/** The clicks on one of several subjects on one day. */
export interface DayCount {
  id: number;
  day: string;
  clicks: number;
}

export function byDay(rows: DayCount[]): ClicksByDay {
  const found: ClicksByDay = new Map();
  for (const { id, day, clicks } of rows) {
    const days = found.get(id) ?? new Map<string, number>();
    found.set(id, days.set(day, clicks));
  }
  return found;
}
