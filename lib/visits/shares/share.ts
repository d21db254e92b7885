import { LRUCache } from "lru-cache";
import { limitsInForce } from "@/lib/auth/plan-in-force";
import { boundsOf } from "@/lib/clicks/statistics/calendar";
import { type ConversionFigures, conversionFigures } from "@/lib/clicks/statistics/conversion-figures";
import { clicksOverTime, statisticsOf } from "@/lib/clicks/statistics/stats";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import { lastDays } from "@/lib/clicks/store/period";
import { withoutScheme } from "@/lib/contract/readable-url";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import { shortUrlOf } from "@/lib/resources/links/short-url";

/** Shared statistics, which anyone with the address can see. */
export interface Share {
  id: number;
  passwordHash: string | null;
  subject: "link" | "campaign";
  subjectId: number;
  name: string;
  /** of a link: its short URL */
  address: string | null;
  /** number of clicks a month whose detail the owner's plan shows; null for all */
  limit: number | null;
}

// The statistics of a disabled link are not shown either.
const text = `SELECT share.id, share.password_hash AS "passwordHash",
    CASE WHEN link.id IS NULL THEN 'campaign' ELSE 'link' END AS subject, coalesce(link.id, campaign.id) AS "subjectId",
    coalesce(campaign.name, link.title) AS title, link.alias, link.password_hash AS "linkPassword",
    link.click_limit AS "clickLimit", link.status = 'private' AS "isPrivate",
    json_build_object('userId', domain.user_id, 'scheme', domain.scheme, 'host', domain.host) AS domain,
    (SELECT (limits->>'clicks')::float8 FROM (${limitsInForce}) AS plan WHERE plan.user_id = share.user_id) AS limit
  FROM statistics_shares AS share
  LEFT JOIN campaigns AS campaign ON campaign.id = share.campaign_id AND campaign.user_id = share.user_id
  LEFT JOIN links AS link ON link.id = share.link_id AND link.user_id = share.user_id
    AND NOT EXISTS (SELECT FROM disabled_links WHERE link_id = link.id)
  LEFT JOIN domains AS domain ON domain.id = link.domain_id
  WHERE share.token = $1 AND ${ofExistingAccount("share.user_id")} AND coalesce(link.id, campaign.id) IS NOT NULL`;

interface Row extends Omit<Share, "name" | "address"> {
  title: string;
  alias: string | null;
  domain: Domain;
  linkPassword: string | null;
  clickLimit: number | null;
  /** null for a campaign */
  isPrivate: boolean | null;
}
type Domain = Parameters<typeof shortUrlOf>[0]["domain"];

/** Returns what is shared at an address. It is not cached, so that it ends as soon as the owner stops sharing. */
export async function shareAt(token: string): Promise<Share | null> {
  const [row] = await statement<Row>(text, [token], { quick: true });
  if (!row) return null;
  const { title, alias, domain, linkPassword, clickLimit, isPrivate, ...share } = row;
  if (alias === null) return { ...share, name: title, address: null };
  const address = shortUrlOf({ alias, domain });
  const shows = publicFacts({ passwordHash: linkPassword, clickLimit, isPrivate: isPrivate === true }).title;
  return { ...share, name: (shows && title) || withoutScheme(address), address };
}

/** Values with fewer clicks could be a single person whom someone knows, so they are not shown. */
export const FEW = 5;

export const periods = [7, 30, 90] as const;
export type Days = (typeof periods)[number];

/** The figures for the public: no single clicks, and only the host of a site. */
export interface SharedFigures {
  clicks: number;
  visitors: number;
  /** each with its date: `2027-01-31` */
  days: { day: string; clicks: number }[];
  countries: Shown;
  devices: Shown;
  sources: Shown;
  /** null if there are fewer than `FEW` */
  conversions: Pick<ConversionFigures, "count" | "revenue"> | null;
}

export interface Shown {
  entries: TopEntry[];
  /** clicks on all values that are not listed */
  others: number;
}

type FiguresRequest = Pick<Share, "subject" | "subjectId" | "limit"> & { days: Days };

/**
 * Cached figures from the roll-ups, read at most once a minute: their cost does not depend on the number of viewers or
 * clicks.
 */
const kept = () =>
  processSingleton("sharedFigures", () => {
    const read = (_key: string, _stale: SharedFigures | undefined, { context }: { context: FiguresRequest }) =>
      readFigures(context);
    return new LRUCache<string, SharedFigures, FiguresRequest>({ max: 500, ttl: 60_000, fetchMethod: read });
  });

export function readSharedFigures({ subject, subjectId, limit }: Share, days: Days): Promise<SharedFigures> {
  const key = `${subject} ${subjectId} ${limit} ${days}`;
  return kept().forceFetch(key, { context: { subject, subjectId, limit, days } });
}

async function readFigures({ subject, subjectId, limit, days }: FiguresRequest): Promise<SharedFigures> {
  const period = lastDays(days);
  const [top, over, { count, revenue }] = await Promise.all([
    statisticsOf(subject, subjectId, { limit, period, allCountries: true }),
    clicksOverTime(subject, subjectId, period),
    conversionFigures({ of: subject, id: subjectId }, boundsOf(period, "UTC")),
  ]);
  const shown = (entries: TopEntry[]): Shown => {
    const large = entries.filter(({ clicks }) => clicks >= FEW);
    return { entries: large, others: large.reduce((rest, { clicks }) => rest - clicks, top.clicks) };
  };
  return {
    clicks: top.clicks,
    visitors: top.uniqueClicks,
    days: over.map(({ day, clicks }) => ({ day, clicks })),
    countries: shown(top.countries.slice(0, 10)),
    devices: shown(top.devices),
    sources: shown(top.sources),
    conversions: count >= FEW ? { count, revenue } : null,
  };
}
