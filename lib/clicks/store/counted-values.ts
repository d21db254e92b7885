import type { ClickDimension } from "@/generated/prisma/enums";
import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ClicksByDay, Statistics, TopEntry } from "./click-store";
import { groupBySource, readableEntries } from "./referrer-sources";
import { type CountedValue, type FilterDimension, MOST_VALUES } from "./selection";

type Groups = Map<CountedValue["dimension"], CountedValue[]>;

const grouped = (rows: CountedValue[]): Groups => Map.groupBy(rows, ({ dimension }) => dimension);

/**
 * Returns statistics with the ten largest values of each dimension, or up to `MOST_VALUES` of `whole`, largest first.
 */
export function statisticsFrom(rows: CountedValue[], whole?: FilterDimension): Statistics {
  const groups = grouped(rows);
  return { ...statisticsOf(groups, whole), sources: groupBySource(entriesOf(groups, "referrer")).slice(0, 10) };
}

/** The same without the sources, which the API does not show. Finding them takes as long as all the rest. */
export const statisticsWithoutSources = (rows: CountedValue[]): Omit<Statistics, "sources"> =>
  statisticsOf(grouped(rows));

function statisticsOf(groups: Groups, whole?: FilterDimension): Omit<Statistics, "sources"> {
  const top = (dimension: ClickDimension) => entriesOf(groups, dimension);
  const clicksOf = (dimension: CountedValue["dimension"]) => groups.get(dimension)?.[0]?.clicks ?? 0;
  const named = (dimension: ClickDimension, name: string) =>
    groups.get(dimension)?.find(({ value }) => value === name)?.clicks ?? 0;
  return {
    clicks: clicksOf("total"),
    locked: clicksOf("locked"),
    uniqueClicks: clicksOf("visitors"),
    countries: top("country"),
    regions: located(groups, "region", whole),
    cities: located(groups, "city", whole),
    referrers: readableEntries(top("referrer").slice(0, whole === "referrer" ? MOST_VALUES : 10)),
    browsers: top("browser"),
    systems: top("os"),
    devices: top("device"),
    languages: top("language"),
    social: {
      network1: named("social", "network1"),
      network2: named("social", "network2"),
      network3: named("social", "network3"),
    },
    utm: {
      source: top("utm_source"),
      medium: top("utm_medium"),
      campaign: top("utm_campaign"),
      term: top("utm_term"),
      content: top("utm_content"),
    },
    rules: top("rule"),
    variants: top("variant").map((entry) => ({ ...entry, visitors: named("variant_visitors", entry.value) })),
    blocks: top("block"),
    classes: classesOf(top("class"), clicksOf("robots")),
    robots: top("robot"),
  };
}

const entriesOf = (groups: Groups, dimension: ClickDimension): TopEntry[] =>
  (groups.get(dimension) ?? []).map(({ value, clicks }) => ({ value, clicks }));

/** Roll-ups only count clicks with a known place. The rest are older clicks, or have no city. */
function located(groups: Groups, dimension: "region" | "city", whole?: FilterDimension): TopEntry[] {
  const found = entriesOf(groups, dimension);
  if (!found.some(({ value }) => value !== UNKNOWN)) return [];
  const counted = (kind: CountedValue["dimension"]) => groups.get(kind)?.[0]?.clicks ?? 0;
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
