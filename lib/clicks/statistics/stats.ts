import { domainToASCII } from "node:url";
import type { ClickSubject } from "@/generated/prisma/enums";
import { type AllTimeRollups, countAllTime, rollupColumns } from "@/lib/clicks/postgres/all-time";
import { postgresStatistics } from "@/lib/clicks/postgres/stats";
import type { ClickStatistics, CombinedClicks, CombinedOptions, Statistics } from "@/lib/clicks/store/click-store";
import { statisticsWithoutSources } from "@/lib/clicks/store/counted-values";
import { type Period, shiftDay } from "@/lib/clicks/store/period";
import type { Filters, SelectedClicks, Selection } from "@/lib/clicks/store/selection";
import { KEPT_VISITORS, type VisitorCount, visitorsFrom } from "@/lib/clicks/store/visitor-sample";
import { AppError } from "@/lib/contract/errors";
import { hasCode } from "@/lib/platform/database/outage";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { FairQueue } from "@/lib/platform/limits/fair-queue";
import { currentDrawing } from "@/lib/platform/limits/page-requests";
import { processSingleton } from "@/lib/platform/singleton";

/** Returns the statistics of the store in use. */
const statistics = async (): Promise<ClickStatistics> =>
  env.CLICKHOUSE_URL ? (await import("@/lib/clicks/clickhouse/stats")).clickhouseStatistics : postgresStatistics;

/**
 * See `ClickStatistics`. Without a period, visitors are first clicks, which the store has counted. With a period, they
 * are counted from the visitor lists of its days.
 */
export const statisticsOf: ClickStatistics["statisticsOf"] = async (subject, id, options) => {
  const store = await statistics();
  const { period } = options;
  if (!period) return store.statisticsOf(subject, id, options);
  const [found, visitors] = await Promise.all([
    store.statisticsOf(subject, id, options),
    visitorsByVariant(subject, id, period),
  ]);
  const variants = found.variants.map((entry) => ({ ...entry, visitors: visitors.get(entry.value) ?? 0 }));
  return { ...found, uniqueClicks: visitors.get("") ?? 0, variants };
};

export const clicksByDay: ClickStatistics["clicksByDay"] = async (...of) => (await statistics()).clicksByDay(...of);

export const clicksOverTime: ClickStatistics["clicksOverTime"] = async (...of) =>
  (await statistics()).clicksOverTime(...of);

export const placesClicked: ClickStatistics["placesClicked"] = async (links) =>
  (await statistics()).placesClicked(links);

/** Returns the clicks that match. For pages, each account reads only a few such statistics at once. */
export const selectedClicks = (selection: Selection): Promise<SelectedClicks> => {
  const stored = { ...selection, filters: storedFilters(selection.filters) };
  return readInTurn(async (signal) => (await statistics()).selectedClicks(stored, signal));
};

/** Hosts are stored in Punycode, and shown and filtered as people read them. */
const storedFilters = ({ referrer, ...filters }: Filters): Filters => ({
  ...filters,
  ...(referrer !== undefined && { referrer: IS_ASCII.test(referrer) ? referrer : domainToASCII(referrer) }),
});

const IS_ASCII = /^\p{ASCII}*$/u;

export const visitorsBetween: ClickStatistics["visitorsBetween"] = async (...of) =>
  (await statistics()).visitorsBetween(...of);

/** Returns the clicks by people on several links together. */
export async function combinedClicks(links: number[], options: CombinedOptions): Promise<CombinedClicks> {
  const { since, period } = options;
  const [counted, now, before] = await Promise.all([
    (await statistics()).combinedClicks(links, options),
    uniqueVisitors("link", links, period),
    since < period.from ? uniqueVisitors("link", links, { from: since, to: shiftDay(period.from, -1) }) : 0,
  ]);
  return { ...counted, visitors: { now, before } };
}

/** Returns how often people clicked on these links in a period. */
export async function clicksOfLinks(links: number[], period: Period): Promise<number> {
  const options = { since: period.from, period, limit: null, mostLinks: 1 };
  const { days } = await (await statistics()).combinedClicks(links, options);
  return days.reduce((sum, { clicks }) => sum + clicks, 0);
}

export const clicksBetween: ClickStatistics["clicksBetween"] = async (...of) =>
  (await statistics()).clicksBetween(...of);

export const combinedClicksWithin: ClickStatistics["combinedClicksWithin"] = async (...of) =>
  (await statistics()).combinedClicksWithin(...of);

/** How many statements read the single clicks of an account at once. More would take the processor from visitors. */
const AT_ONCE = 2;
/** A page needs three statements, so the next page may wait. */
const WAITING = 6;

const queues = () => processSingleton("statisticsQueues", () => new Map<number, FairQueue>());

/**
 * Reads single clicks for a page, in turn with other pages of the account. Ends when the page's reader leaves.
 *
 * @throws AppError if too many statistics of the account wait already, or if reading takes too long
 */
export async function readInTurn<T>(read: (signal?: AbortSignal) => Promise<T>): Promise<T> {
  const { account, signal } = currentDrawing() ?? {};
  if (account === undefined) return read(signal);
  const queue = queues().get(account) ?? new FairQueue(AT_ONCE, { all: WAITING, each: WAITING }, "statistics_busy");
  queues().set(account, queue);
  try {
    return await queue.take({ userId: account }, () => read(signal), signal);
  } catch (error) {
    if (signal?.aborted || !isTooSlow(error)) throw error;
    throw new AppError("statistics_late");
  } finally {
    if (queue.isIdle) queues().delete(account);
  }
}

/** Returns whether the database gave up a statement that had taken too long. */
const isTooSlow = (error: unknown) => hasCode(error, ["57014"]) || /read timeout/i.test(String(error));

// The statistics of a link since the start, read by the statement that reads the link, which saves a statement.

export type { AllTimeRollups };

/** Columns with the roll-ups of `link`, a row of `links`. */
export const linkRollups = rollupColumns("'link'", "link.id");

/** Returns whether Postgres has the roll-ups, not ClickHouse. */
export const hasLinkRollups = () => !env.CLICKHOUSE_URL;

/** Returns the statistics since the start, without sources. `limit` is that of the reader's plan. */
export async function statisticsOfRollups(
  rollups: AllTimeRollups,
  limit: number | null,
): Promise<Omit<Statistics, "sources">> {
  return statisticsWithoutSources(await countAllTime(rollups, limit));
}

type Counted = VisitorCount & { variant: string };

/**
 * `$5` contains hashes of further visitors, of a part of a day. A list that was cut ends at `lowest` or above, so only
 * hashes below it can be compared.
 */
const COUNTED = `
  with days as (
    select variant, visitors, new_only from click_day_visitors
    where subject = $1::"ClickSubject" and subject_id = any($2::int[]) and day between $3::date and $4::date
      and (variant = '' or $6::boolean)
    union all select '', $5::int[], 0
  ), counted as (
    select variant, min(visitors[${KEPT_VISITORS}]) as lowest, sum(new_only)::float8 as "newOnly" from days group by variant
  )
  select variant, lowest, "newOnly", (
    select count(*)::float8 from (
      select distinct hash from days, unnest(visitors) as hash
      where days.variant = counted.variant and (lowest is null or hash < lowest)) as hash) as met
  from counted`;

/**
 * Counts the different visitors of several subjects of one kind in a period (days in UTC). A visitor who comes on two
 * days or to two subjects counts once. `more` adds hashes of further visitors (see `visitorsBetween`).
 */
export async function uniqueVisitors(
  subject: ClickSubject,
  ids: number[],
  { from, to }: Period,
  more: number[] = [],
): Promise<number> {
  const rows = await statement<Counted>(COUNTED, [subject, ids, from, to, more, false]);
  return rows.reduce((sum, row) => sum + visitorsFrom(row), 0);
}

/**
 * Counts the different visitors of one subject in a period, and those of each variant of a link. The key "" is the
 * whole subject.
 */
async function visitorsByVariant(
  subject: ClickSubject,
  id: number,
  { from, to }: Period,
): Promise<Map<string, number>> {
  const rows = await statement<Counted>(COUNTED, [subject, [id], from, to, [], true]);
  return new Map(rows.map((row) => [row.variant, visitorsFrom(row)]));
}
