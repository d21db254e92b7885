import type { z } from "zod";
import { countryName } from "@/lib/contract/places";
import type { Statistics, TopEntry } from "./click-store";
import type { statistics } from "./schema";

type Documented = Omit<Statistics, "devices" | "languages" | "utm" | "rules" | "blocks" | "robots">;

/** Statistics as documented: label to count, the count as text. */
export function presentStatistics(found: Documented): z.infer<typeof statistics> {
  return {
    clicks: found.clicks,
    uniqueClicks: found.uniqueClicks,
    topCountries: labelled(found.countries, countryName),
    topReferrers: labelled(found.referrers),
    topBrowsers: labelled(found.browsers),
    topOs: labelled(found.systems),
    socialCount: found.social,
  };
}

function labelled(counts: TopEntry[], name = (value: string) => value): Record<string, string> {
  return Object.fromEntries(counts.map(({ value, clicks }) => [name(value), String(clicks)]));
}
