import { z } from "zod";
import { dayIn, type Grain, grains } from "@/lib/clicks/calendar";
import { daysUntil, lengthOf, moved, type Period } from "@/lib/clicks/period";
import type { ReportQuery } from "@/lib/clicks/report";
import { type FilterDimension, type Filters, filterDimensions } from "@/lib/clicks/selection";
import { isTimeZone } from "@/lib/contract/fields";

export const ranges = [1, 7, 30, 90, 365] as const;

type Range = (typeof ranges)[number];

/** What the address of a statistics page asks for. */
export interface ClicksView extends ReportQuery {
  /** so many days up to today; null for a period between two days */
  days: Range | null;
  /** so many days earlier begins what it is compared with; without: as many as the period has */
  back?: number;
  /** the account's, which needs no saying; UTC unless given */
  ownZone?: string;
}

const usualRange = 30;
const mostDays = 1_096;
/** A chart of more points says no more. */
const most: Record<Grain, number> = { hour: 7, day: 186, week: mostDays };
const leastWeeks = 14;

const left = undefined;
const day = z.iso.date().optional().catch(left);
const back = z.coerce.number().int().min(1).max(mostDays).optional().catch(left);
const filter = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => !value.includes("\0"))
  .optional()
  .catch(left);

/** Whatever makes no sense counts as left out. */
const asked = z.object({
  days: z.coerce.number().pipe(z.literal(ranges)).catch(usualRange),
  from: day,
  to: day,
  grain: z.enum(grains).optional().catch(left),
  tz: z.string().max(64).refine(isTimeZone).optional().catch(left),
  back,
  /** the day with which begins what it is compared with, as a form asks for it */
  vs: day,
  all: z.enum(filterDimensions).optional().catch(left),
  /** robots are counted too */
  robots: z
    .literal("1")
    .transform(() => true)
    .catch(false),
});

const askedFilters = z.object(
  Object.fromEntries(filterDimensions.map((name) => [name, filter])) as Record<FilterDimension, typeof filter>,
);

/** `zone` is the account's, in which days are meant unless the address says otherwise. */
export function readClicksView(
  parameters: Record<string, string | string[] | undefined>,
  { zone: ownZone = "UTC", now = Date.now() } = {},
): ClicksView {
  const { days, from, to, grain, tz: zone = ownZone, robots, vs, all: whole, ...given } = asked.parse(parameters);
  const filters = askedFilters.parse(parameters);
  const between = from !== undefined || to !== undefined;
  const today = dayIn(zone, now);
  const period = between ? periodBetween(from, to, today) : daysUntil(today, days);
  const back = vs === undefined ? given.back : earlierBy(vs, period);
  const isUsual = back === undefined || back === lengthOf(period);
  return {
    days: between ? null : days,
    period,
    grain: grain && grainsFor(period).includes(grain) ? grain : usualGrain(period),
    zone,
    ownZone,
    ...(!isUsual && { back, compared: { from: moved(period.from, -back), to: moved(period.to, -back) } }),
    ...(whole && { whole }),
    // Who looks at the visits of a robot wants them counted.
    robots: robots || filters.robot !== undefined || filters.class !== undefined,
    filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
  };
}

/** Ends today at the latest, and is not longer than can be shown. */
function periodBetween(from: string | undefined, to: string | undefined, today: string): Period {
  const last = to && to < today ? to : today;
  const earliest = moved(last, 1 - mostDays);
  // The one in the middle of the three.
  const [, first = last] = [earliest, from ?? moved(last, 1 - usualRange), last].sort();
  return { from: first, to: last };
}

/** By how many days a day is before a period begins; nothing where it is not, or too early. */
const earlierBy = (day: string, { from }: Period) => back.parse(lengthOf({ from: day, to: from }) - 1);

/** In what a period can be cut. */
export function grainsFor(period: Period): Grain[] {
  const days = lengthOf(period);
  return grains.filter((grain) =>
    grain === "week" ? days >= leastWeeks : days <= most[grain] && (grain === "hour" || days > 1),
  );
}

const usualGrain = (period: Period): Grain =>
  grainsFor(period).includes("day") ? "day" : lengthOf(period) === 1 ? "hour" : "week";

/** What of a view its address says. */
export interface Asked extends Omit<ClicksView, "grain" | "compared"> {
  /** without: the usual one */
  grain?: Grain;
}

/** The query of a view; what is as usual is left out. */
export function clicksQuery(view: Asked): string {
  const { days, period, grain, zone, ownZone = "UTC", robots, filters, back, whole } = view;
  const parameters = new URLSearchParams(filters);
  if (days === null) {
    parameters.set("from", period.from);
    parameters.set("to", period.to);
  } else if (days !== usualRange) parameters.set("days", String(days));
  if (grain && grain !== usualGrain(period)) parameters.set("grain", grain);
  if (zone !== ownZone) parameters.set("tz", zone);
  if (back !== undefined) parameters.set("back", String(back));
  if (robots && !filters.robot && !filters.class) parameters.set("robots", "1");
  if (whole) parameters.set("all", whole);
  return parameters.size > 0 ? `?${parameters}` : "?";
}

/** The query of a view in which one value of a dimension counts, or all of them. */
export function narrowedQuery(view: ClicksView, dimension: FilterDimension, value: string | undefined): string {
  const { [dimension]: _, ...others } = view.filters;
  const filters: Filters = value === undefined ? others : { ...others, [dimension]: value };
  return clicksQuery({ ...view, filters });
}
