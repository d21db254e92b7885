import type { z } from "zod";
import type { Statistics, TopEntry } from "@/lib/clicks/store/click-store";
import { countryName } from "@/lib/contract/places";
import type { statistics } from "./schema";

type Documented = Omit<Statistics, "sources" | "devices" | "languages" | "utm" | "rules" | "variants" | "blocks">;

/**
 * Returns statistics in the documented form: label to count, counts as text. `limit` must be the one they were read
 * with.
 */
export function presentStatistics({ locked, ...found }: Documented, limit: number | null): z.infer<typeof statistics> {
  return {
    ...presentLocked(locked, limit),
    clicks: found.clicks,
    uniqueClicks: found.uniqueClicks,
    topCountries: labelled(found.countries, countryName),
    topRegions: labelled(found.regions),
    topCities: labelled(found.cities),
    topReferrers: labelled(found.referrers),
    topBrowsers: labelled(found.browsers),
    topOs: labelled(found.systems),
    socialCount: found.social,
    topClasses: labelled(found.classes),
    topRobots: labelled(found.robots),
  };
}

/** Returns the note on clicks beyond `limit`, or nothing if there are none. */
export function presentLocked(locked: number, limit: number | null): { locked?: { clicks: number; message: string } } {
  if (locked === 0) return {};
  const message =
    `The detail of ${locked === 1 ? "1 click" : `${locked} clicks`} is locked: ` +
    `the plan tells that of the first ${limit} in each month. Links go on working, and totals count every click.`;
  return { locked: { clicks: locked, message } };
}

function labelled(counts: TopEntry[], name = (value: string) => value): Record<string, string> {
  return Object.fromEntries(counts.map(({ value, clicks }) => [name(value), String(clicks)]));
}
