import type { ClicksView } from "@/components/clicks/clicks-view";
import type { Actor } from "@/lib/auth/actor";
import { boundsOf } from "@/lib/clicks/statistics/calendar";
import {
  type ConversionFigures,
  type ConversionScope,
  conversionFigures,
} from "@/lib/clicks/statistics/conversion-figures";

/**
 * Returns the conversions of the period for a resource's page; null if there are none (unless `always`), and for
 * filtered clicks, because conversions have no such details.
 */
export async function shownFigures(
  scope: ConversionScope,
  { period, zone, filters }: ClicksView,
  always = false,
): Promise<ConversionFigures | null> {
  if (Object.values(filters).some((value) => value !== undefined)) return null;
  const figures = await conversionFigures(scope, boundsOf(period, zone));
  return always || figures.count > 0 ? figures : null;
}

/** The account's time zone, and when the clicks of an item can begin: one that was handed over may be older. */
export const timesOf = ({ timeZone, createdAt }: Actor, item: { createdAt: Date }) => ({
  zone: timeZone ?? undefined,
  since: item.createdAt < createdAt ? item.createdAt : createdAt,
});
