import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { dayIn, startOfDay } from "@/lib/clicks/statistics/calendar";
import { combinedClicksIn } from "@/lib/clicks/statistics/combined-clicks";
import { type Comparison, compareWith, type ShownDetail } from "@/lib/clicks/statistics/read-report";
import { clicksBetween } from "@/lib/clicks/statistics/stats";
import type { CombinedClicks, TopEntry } from "@/lib/clicks/store/click-store";
import { daysUntil, listDays, type Period, periodBefore } from "@/lib/clicks/store/period";
import { groupBySource, readableEntries } from "@/lib/clicks/store/referrer-sources";
import { MOST_CLICKS } from "@/lib/clicks/store/selection";
import { byteBoundCache } from "@/lib/platform/cache/byte-bound-cache";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import { type ListedLink, linksByIds } from "@/lib/resources/links/read";
import { countFiltered, findLinkIds, type LinkOrder } from "@/lib/resources/links/search/find";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { foldTag } from "@/lib/resources/tags/names";

/** A number and its previous value; null if that is unknown. */
export interface Compared {
  now: number;
  before: number | null;
}

/** The activity on an account's links. Clicks are those of people, and days those of the account's time zone. */
export interface Overview {
  /** without archived links */
  links: number;
  /** the number of links whose clicks are counted; null if it is all of them */
  counted: number | null;
  /** of the days; UTC if a day has more clicks than can be read */
  zone: string;
  /** days before this one are in UTC; null if none are */
  utcBefore: string | null;
  /** today's clicks so far, and yesterday's up to the same time of day, which was `until` */
  today: Compared & { until: number };
  period: Period;
  /** in the period, and in the equally long one before */
  clicks: Compared;
  visitors: Compared;
  newLinks: Compared;
  /**
   * the days of the period, each with the clicks of the corresponding day in the period before: for today, up to the same
   * time of day if that can be counted
   */
  days: { day: string; clicks: number; before: number }[];
  top: { link: ListedLink; clicks: number }[];
  countries: TopEntry[];
  referrers: TopEntry[];
  /** the referrers grouped by company: see `nameSource` */
  sources: TopEntry[];
  /** the links whose clicks are most likely to change these figures: the most clicked ones and the newest */
  watched: number[];
}

const DAYS = 30;
const TOP = 5;
const WATCHED = { clicked: 60, newest: 20 };
/** New links in two months are counted up to this number. */
const MOST_NEW = 5_000;

/**
 * Up to this number of links, the overview is always read again, so that it shows a link that has just been created.
 */
const FEW_LINKS = 200;
/** Up to this many clicks can be read one by one quickly, to count them by the days of a time zone. */
const FEW_CLICKS = 5_000;
/**
 * Above these numbers, recounting takes at most one twentieth of the time, even if the page is opened often and many
 * clicks arrive.
 */
const CACHE_FACTOR = 20;
const LONGEST_CACHE_MS = 60_000;

const kept = () => processSingleton("overviews", () => byteBoundCache<Overview>("overviews", 1_000));

/** Returns an account's overview. If counting takes long, it is cached, longer the longer it took. */
export async function readOverview(
  actor: Actor,
  { domain, campaign, tag }: Scope,
  now = Date.now(),
): Promise<Overview> {
  authorize(actor, "links:read");
  const scope = { domain, campaign, tag: tag && foldTag(tag.trim()) };
  const detail = shownDetailOf(actor);
  const zone = actor.timeZone ?? "UTC";
  const key = JSON.stringify([actor.userId, detail.limit, zone, domain, campaign, scope.tag]);
  const known = kept().get(key);
  if (known) return known;
  const began = performance.now();
  const overview = await read(actor.userId, scope, detail, zone, now);
  const ttl = Math.min(LONGEST_CACHE_MS, Math.ceil(CACHE_FACTOR * (performance.now() - began)));
  if (isLarge(overview, zone)) kept().set(key, overview, { ttl });
  return overview;
}

const isLarge = ({ links, clicks }: Overview, zone: string) =>
  links > FEW_LINKS || (zone !== "UTC" && clicks.now + (clicks.before ?? 0) > FEW_CLICKS);

async function read(userId: number, scope: Scope, detail: ShownDetail, zone: string, now: number): Promise<Overview> {
  const links = await countedLinks(userId, scope, MOST_NEW);
  const today = dayIn(zone, now);
  const period = daysUntil(today, DAYS);
  const since = periodBefore(period).from;
  const yesterday = compareWith({ period: { from: today, to: today }, zone }, now);
  const compared = compareWith({ period, zone }, now);
  /** The clicks of a compared last day up to the same time of day; null if they are not kept or too many to count. */
  const partOfDay = async ({ lastDay, end }: Comparison) =>
    detail.retainedFrom !== null && detail.retainedFrom > lastDay
      ? null
      : clicksBetween(links.ids, lastDay, end, MOST_CLICKS);
  const [clicked, before, part, newLinks] = await Promise.all([
    combinedClicksIn(links.ids, { since, period, zone, mostLinks: WATCHED.clicked, ...detail }, now),
    partOfDay(yesterday),
    partOfDay(compared),
    newLinksOf(links, startOfDay(period.from, zone), startOfDay(since, zone)),
  ]);
  if (clicked === null) return read(userId, scope, detail, "UTC", now);
  const counts = new Map(clicked.links.map(({ id, clicks }) => [id, clicks]));
  const top = await linksByIds(userId, [...counts.keys()].slice(0, TOP));
  const { to } = compared.period;
  const days = clicked.days.map(({ day, clicks }) => ({ day, clicks: day === to ? (part ?? clicks) : clicks }));
  const present = days.filter(({ day }) => day >= period.from);
  const earlier = days.filter(({ day }) => day < period.from);
  return {
    links: links.total,
    counted: links.partial ? links.ids.length : null,
    zone,
    utcBefore: clicked.utcBefore,
    today: { now: present.find(({ day }) => day === today)?.clicks ?? 0, before, until: yesterday.end },
    period,
    clicks: { now: sum(present), before: sum(earlier) },
    visitors: clicked.visitors,
    newLinks,
    days: daysBeside(days, period),
    top: top.map((link) => ({ link, clicks: counts.get(link.id) ?? 0 })),
    countries: clicked.countries,
    referrers: readableEntries(clicked.referrers.slice(0, 10)),
    sources: groupBySource(clicked.referrers),
    watched: [...new Set([...counts.keys(), ...links.newest.slice(0, WATCHED.newest)])],
  };
}

type Days = CombinedClicks["days"];

const sum = (days: Days) => days.reduce((total, { clicks }) => total + clicks, 0);

function daysBeside(days: Days, period: Period): Overview["days"] {
  const clicks = new Map(days.map((day) => [day.day, day.clicks]));
  const before = listDays(periodBefore(period));
  return listDays(period).map((day, index) => ({
    day,
    clicks: clicks.get(day) ?? 0,
    before: clicks.get(before[index] ?? "") ?? 0,
  }));
}

async function newLinksOf({ newest }: CountedLinks, from: number, since: number): Promise<Compared> {
  const rows = await statement<{ now: number; before: number }>(
    `SELECT (count(*) FILTER (WHERE created_at >= $2))::int AS now,
       (count(*) FILTER (WHERE created_at >= $3 AND created_at < $2))::int AS before
     FROM links WHERE id = ANY($1::int[])`,
    [newest, new Date(from), new Date(since)],
  );
  const { now = 0, before = 0 } = rows[0] ?? {};
  return { now, before: newest.length === MOST_NEW ? null : before };
}

/** The links in an overview: all of an account, or those of a domain, a campaign or a tag. */
type Scope = Pick<LinkOrder, "campaign" | "domain"> & { tag?: string };

/**
 * The most links whose clicks are read: the most clicked ones, also among archived links, and the newest, which may get
 * clicks soon. Only the clicks on the others are missing.
 */
const MOST_CLICKED = 2_000;
const ARCHIVED = 500;
const NEWEST = 500;

interface CountedLinks {
  /** without archived links */
  total: number;
  /** the links whose clicks are counted */
  ids: number[];
  /** the newest links, newest first */
  newest: number[];
  /** whether there are clicks on links that are not counted */
  partial: boolean;
}

/** @param newest how many of the newest links to return */
export async function countedLinks(userId: number, { tag, ...scope }: Scope, newest: number): Promise<CountedLinks> {
  const filter = { ...scope, ...(tag !== undefined && { tag: [tag] }) };
  const find = (order: "click" | "date", archived: boolean, take: number) =>
    findLinkIds(userId, { ...filter, order, archived }, { skip: 0, take });
  const [clicked, archived, made] = await Promise.all([
    find("click", false, MOST_CLICKED),
    find("click", true, ARCHIVED),
    find("date", false, newest),
  ]);
  return {
    total: clicked.atMost === undefined ? clicked.total : await countFiltered(userId, filter),
    ids: [...new Set([...clicked.ids, ...archived.ids, ...made.ids.slice(0, NEWEST)])],
    newest: made.ids,
    partial:
      (clicked.total > MOST_CLICKED && (await wasClicked(clicked.ids.at(-1)))) ||
      (archived.total > ARCHIVED && (await wasClicked(archived.ids.at(-1)))),
  };
}

/** Returns whether the last of the most clicked links has any clicks. */
async function wasClicked(id: number | undefined): Promise<boolean> {
  const found = await statement("SELECT FROM link_counts WHERE link_id = $1 AND clicks > 0", [id]);
  return found.length === 1;
}
