import type { LinkForward } from "@/generated/prisma/enums";
import { describeVisit, identifyVisitor, isPreviewRobot } from "@/lib/clicks/classify/visit";
import { foldAlias } from "@/lib/contract/alias";
import { follow } from "@/lib/platform/database/changes";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { forwardedBy } from "@/lib/resources/links/routing/address";
import { decide, positionInSplit } from "@/lib/resources/links/routing/decide";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { describeVisitor } from "@/lib/resources/links/routing/visitor";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { snapshotCache } from "@/lib/visits/core/snapshot-cache";
import { linkCache } from "@/lib/visits/links/cache";
import { hasVisits, takeVisit } from "@/lib/visits/links/limited";
import { clickOn, withClickId } from "@/lib/visits/links/resolve";
import { missing } from "@/lib/visits/pages/notices";

/**
 * Answers a visit to a campaign's rotator like the first active link in the visitor's order. The click counts for the
 * campaign like every click on its links.
 */
export async function answerRotator(
  request: VisitRequest,
  slug: string,
  _rest: string | undefined,
  domain: DomainSnapshot,
): Promise<Answer> {
  const rotator = await rotatorCache().find(foldAlias(slug), request);
  if (!rotator) return missing(domain, request);
  const { address, userAgent } = describeVisit(request, request.address);
  let failure: unknown;
  for (const member of rankLinksFor(identifyVisitor(address, userAgent), rotator.links)) {
    try {
      const link = await linkCache().find(member.domainId, member.alias);
      const answer = link && (await answerIfOpen(link, member, request));
      if (answer) return answer;
    } catch (error) {
      // This link needs the database, which is down. The next link may not need it.
      failure = error;
    }
  }
  if (failure) throw failure;
  return missing(domain, request);
}

/**
 * Returns the links in the order in which a visitor should get them: the first one that is still active. Uses
 * rendezvous hashing: each link's place depends only on the visitor, the link and its weight. So visitors get the same
 * link again without a cookie, shares follow the weights, and a link that ends only moves its own visitors.
 */
export function rankLinksFor(visitor: string, links: RotatorLink[]): RotatorLink[] {
  return links
    .map((link) => ({ link, score: link.weight / -Math.log(1 - positionInSplit(visitor, `rotator ${link.id}`)) }))
    .sort((a, b) => b.score - a.score || a.link.id - b.link.id)
    .map(({ link }) => link);
}

/** The key of a rotator's link in the cache of links, which holds everything else about it. */
export interface RotatorLink {
  id: number;
  domainId: number;
  /** folded */
  alias: string;
  /** its short URL; on the default domain only the path, because the service answers there under any host */
  url: string;
  weight: number;
  /** what its domain forwards for links without their own setting */
  forward: LinkForward;
}

interface RotatorSnapshot {
  links: RotatorLink[];
}

/** The rotators that visitors open, by folded slug. They contain only links on active domains. */
export const rotatorCache = () =>
  processSingleton("rotatorCache", () =>
    follow(snapshotCache("rotators", 10_000, load), "campaign_changed", "domain_changed", "account_deleted"),
  );

async function load(slug: string): Promise<RotatorSnapshot | null> {
  const rows = await statement<RotatorSnapshot>(
    `SELECT coalesce(json_agg(json_build_object('id', links.id, 'domainId', domains.id, 'alias', alias_folded,
        'url', CASE WHEN domains.user_id IS NULL THEN '' ELSE scheme || '://' || host END || '/' || alias,
        'weight', campaign_weight, 'forward', domains.forward)) FILTER (WHERE domains.id IS NOT NULL), '[]') AS links
      FROM campaigns LEFT JOIN links ON campaign_id = campaigns.id LEFT JOIN domains ON domains.id = domain_id AND domains.status = 'active'
      WHERE slug_folded = $1 AND ${ofExistingAccount("campaigns.user_id")} GROUP BY campaigns.id`,
    [slug],
    { quick: "visitor" },
  );
  const [row] = rows;
  // Encoded for the Location header, because an alias may be in any script.
  return row ? { links: row.links.map((link) => ({ ...link, url: encodeURI(link.url) })) } : null;
}

/**
 * Answers a visit to a link of a rotator; null if the link is not active. A link that shows a page first is opened at
 * its own address `url`, because its forms and cookies belong there. `forward` is the setting of its domain.
 */
async function answerIfOpen(
  link: LinkSnapshot,
  { url, forward }: { url: string; forward: LinkForward },
  request: VisitRequest,
): Promise<Answer | null> {
  const visit = describeVisit(request, request.address);
  const forwarded = forwardedBy(link.forward ?? forward, "", request.url) ?? null;
  const decision = decide(link, describeVisitor(visit, request.url, forwarded));
  const query = request.url.indexOf("?");
  const own = query === -1 ? url : url + request.url.slice(query);
  switch (decision.kind) {
    case "redirect":
      // Previews are answered at the link's own address.
      if (link.type !== "direct" || link.opensApps || link.pixels.length > 0 || isPreviewRobot(visit))
        return open(link, own);
      if (link.clickLimit !== null) {
        const { mayBeBot: isInDoubt } = await import("@/lib/visits/links/limited");
        if (isInDoubt(visit)) return open(link, own);
        if (!(await (visit.head ? hasVisits(link.id) : takeVisit(link.id)))) return null;
      }
      return redirectTo(withClickId(link, visit, decision).to, decision.status, clickOn(link, visit, decision));
    case "interstitial":
      return open(link, own);
    default:
      return null;
  }
}

/** Redirects to the link's own address, which counts the visit; null if the link has no clicks left. */
const open = async (link: LinkSnapshot, url: string) =>
  link.clickLimit === null || (await hasVisits(link.id)) ? redirectTo(url) : null;
