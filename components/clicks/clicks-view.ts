import { z } from "zod";
import { dayIn, type Grain, grains } from "@/lib/clicks/statistics/calendar";
import type { ReportQuery } from "@/lib/clicks/statistics/report";
import { daysInPeriod, daysUntil, type Period, shiftDay } from "@/lib/clicks/store/period";
import { type FilterDimension, type Filters, filterDimensions } from "@/lib/clicks/store/selection";
import { isTimeZone } from "@/lib/contract/fields";
import { type NamedRange, namedRanges, periodOfRange } from "./date-ranges";

export const ranges = [1, 7, 30, 90, 365] as const;

type Range = (typeof ranges)[number];

/** The view that the URL of a statistics page describes. */
export interface ClicksView extends ReportQuery {
  /** number of days up to today; null for a period of the calendar or between two days */
  days: Range | null;
  range?: NamedRange;
  /** how many days earlier the compared period begins; defaults to the length of the period */
  back?: number;
  /** the account's time zone, which the URL omits; UTC by default */
  ownZone?: string;
}

const usualRange = 30;
/** Ten years: a chart of their weeks can still be read. */
const mostDays = 3_653;
/** With more points, a chart is no longer readable. */
const most: Record<Grain, number> = { hour: 7, day: 186, week: mostDays };
const leastWeeks = 14;

const invalid = undefined;
const day = z.iso.date().optional().catch(invalid);
const back = z.coerce.number().int().min(1).max(mostDays).optional().catch(invalid);
const filter = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => !value.includes("\0"))
  .optional()
  .catch(invalid);

/** Invalid parameters are ignored. */
const viewParameters = z.object({
  days: z.coerce.number().pipe(z.literal(ranges)).catch(usualRange),
  range: z.enum(namedRanges).optional().catch(invalid),
  from: day,
  to: day,
  grain: z.enum(grains).optional().catch(invalid),
  tz: z.string().max(64).refine(isTimeZone).optional().catch(invalid),
  back,
  /** first day of the compared period, as the form sends it */
  vs: day,
  all: z.enum(filterDimensions).optional().catch(invalid),
  /** whether bots are counted, too */
  robots: z
    .literal("1")
    .transform(() => true)
    .catch(false),
});

const filterParameters = z.object(
  Object.fromEntries(filterDimensions.map((name) => [name, filter])) as Record<FilterDimension, typeof filter>,
);

interface ViewOptions {
  /** the account's time zone, used unless the URL names another */
  zone?: string;
  /** when there can have been a first click */
  since?: Date;
  now?: number;
}

export function readClicksView(
  parameters: Record<string, string | string[] | undefined>,
  { zone: ownZone = "UTC", since, now = Date.now() }: ViewOptions = {},
): ClicksView {
  const {
    days,
    range: named,
    from,
    to,
    grain,
    tz: zone = ownZone,
    robots,
    vs,
    all: whole,
    ...given
  } = viewParameters.parse(parameters);
  const filters = filterParameters.parse(parameters);
  const between = from !== undefined || to !== undefined;
  const today = dayIn(zone, now);
  const [, firstDay = today] = [shiftDay(today, 1 - mostDays), since ? dayIn(zone, since.getTime()) : ""].sort();
  const range = between ? undefined : named;
  const period = between
    ? periodBetween(from, to, today)
    : range
      ? periodOfRange(range, today, firstDay)
      : daysUntil(today, days);
  const back = vs === undefined ? given.back : daysBeforePeriod(vs, period);
  const isUsual = back === undefined || back === daysInPeriod(period);
  return {
    days: between || range ? null : days,
    ...(range && { range }),
    period,
    grain: grain && grainsFor(period).includes(grain) ? grain : usualGrain(period),
    zone,
    ownZone,
    ...(!isUsual && { back, compared: { from: shiftDay(period.from, -back), to: shiftDay(period.to, -back) } }),
    ...(whole && { whole }),
    // A filter by bot only makes sense if bots are counted.
    robots: robots || filters.robot !== undefined || filters.class !== undefined,
    filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
  };
}

/** Limits a period so that it ends today at the latest and is not too long to show. */
function periodBetween(from: string | undefined, to: string | undefined, today: string): Period {
  const last = to && to < today ? to : today;
  const earliest = shiftDay(last, 1 - mostDays);
  // Clamp: the middle one of three values.
  const [, first = last] = [earliest, from ?? shiftDay(last, 1 - usualRange), last].sort();
  return { from: first, to: last };
}

/** Number of days from `day` to the start of the period; undefined if it is not before it, or too early. */
const daysBeforePeriod = (day: string, { from }: Period) => back.parse(daysInPeriod({ from: day, to: from }) - 1);

/** The intervals that a period can be divided into. */
export function grainsFor(period: Period): Grain[] {
  const days = daysInPeriod(period);
  return grains.filter((grain) =>
    grain === "week" ? days >= leastWeeks : days <= most[grain] && (grain === "hour" || days > 1),
  );
}

const usualGrain = (period: Period): Grain =>
  grainsFor(period).includes("day") ? "day" : daysInPeriod(period) === 1 ? "hour" : "week";

/** The parts of a view that its URL contains. */
export interface ClicksRequest extends Omit<ClicksView, "grain" | "compared"> {
  /** defaults to the usual one */
  grain?: Grain;
}

/** The query string of a view. Defaults are left out. */
export function clicksQuery(view: ClicksRequest): string {
  const { days, range, period, grain, zone, ownZone = "UTC", robots, filters, back, whole } = view;
  const parameters = new URLSearchParams(filters);
  if (range) parameters.set("range", range);
  else if (days === null) {
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

/** The query string of a view filtered by one value of a dimension, or without that filter. */
export function narrowedQuery(view: ClicksView, dimension: FilterDimension, value: string | undefined): string {
  const { [dimension]: _, ...others } = view.filters;
  const filters: Filters = value === undefined ? others : { ...others, [dimension]: value };
  return clicksQuery({ ...view, filters });
}
