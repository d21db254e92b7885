import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { boundsOf } from "@/lib/clicks/statistics/calendar";
import { combinedClicksIn, type ZonedOptions } from "@/lib/clicks/statistics/combined-clicks";
import { combinedClicks } from "@/lib/clicks/statistics/stats";
import type { CombinedClicks } from "@/lib/clicks/store/click-store";
import { type Period, periodBefore } from "@/lib/clicks/store/period";
import { statement } from "@/lib/platform/database/statement";
import { type ListedLink, linksByIds } from "@/lib/resources/links/read";
import { type Attention, findAttention } from "@/lib/resources/overview/attention";
import { countedLinks } from "@/lib/resources/overview/counted-links";
import { shownDetailOf } from "@/lib/resources/plans/clicks";

const TOP = 5;
const NEWEST = 500;

/** The figures of an account's week. Clicks are those of people. */
export interface WeeklyFigures {
  /** of the days: the account's, or UTC if a day has more clicks than can be read */
  zone: string;
  /** days before this one are in UTC; null if none are */
  utcBefore: string | null;
  clicks: { now: number; before: number };
  visitors: { now: number; before: number };
  newLinks: number;
  top: { link: ListedLink; clicks: number }[];
  attention: Attention;
}

/** Returns null for an account without links, which needs no report. */
export async function weeklyFigures(actor: Actor, period: Period): Promise<WeeklyFigures | null> {
  authorize(actor, "links:read");
  const { userId } = actor;
  const { ids } = await countedLinks(userId, {}, NEWEST);
  if (ids.length === 0) return null;
  const since = periodBefore(period).from;
  const zone = actor.timeZone ?? "UTC";
  const { retainedFrom } = shownDetailOf(actor);
  const [clicked, attention] = await Promise.all([
    clicksOf(ids, { since, period, zone, limit: null, mostLinks: TOP, retainedFrom }),
    findAttention(actor),
  ]);
  const clicksOn = (days: CombinedClicks["days"]) => days.reduce((sum, { clicks }) => sum + clicks, 0);
  const counts = new Map(clicked.links.map(({ id, clicks }) => [id, clicks]));
  const links = await linksByIds(userId, [...counts.keys()]);
  return {
    zone: clicked.zone,
    utcBefore: clicked.utcBefore,
    clicks: {
      now: clicksOn(clicked.days.filter(({ day }) => day >= period.from)),
      before: clicksOn(clicked.days.filter(({ day }) => day < period.from)),
    },
    visitors: clicked.visitors,
    newLinks: await countLinksCreatedIn(userId, boundsOf(period, clicked.zone)),
    top: links.map((link) => ({ link, clicks: counts.get(link.id) ?? 0 })),
    attention,
  };
}

/** Counts by days in UTC if a day has more clicks than can be read. */
async function clicksOf(ids: number[], options: ZonedOptions) {
  const clicked = await combinedClicksIn(ids, options);
  if (clicked) return { ...clicked, zone: options.zone };
  return { ...(await combinedClicks(ids, options)), zone: "UTC", utcBefore: null };
}

async function countLinksCreatedIn(userId: number, { start, end }: { start: number; end: number }): Promise<number> {
  const rows = await statement<{ count: number }>(
    "SELECT count(*)::int AS count FROM links WHERE user_id = $1 AND created_at >= $2 AND created_at < $3",
    [userId, new Date(start), new Date(end)],
  );
  return rows[0]?.count ?? 0;
}
