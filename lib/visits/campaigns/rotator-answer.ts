import { visitOf } from "@/lib/clicks/classify/visit";
import { visitorOf } from "@/lib/clicks/classify/visitor";
import { foldAlias } from "@/lib/contract/alias";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { placeOf } from "@/lib/resources/links/routing/split";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { linkCache } from "@/lib/visits/links/cache";
import { answerIfOpen } from "@/lib/visits/links/rotator-member";
import { missing } from "@/lib/visits/pages/notices";
import { type RotatorLink, rotatorCache } from "./cache";

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
  const { address, userAgent } = visitOf(request, request.address);
  let failure: unknown;
  for (const member of rankLinksFor(visitorOf(address, userAgent), rotator.links)) {
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
    .map((link) => ({ link, score: link.weight / -Math.log(1 - placeOf(visitor, `rotator ${link.id}`)) }))
    .sort((a, b) => b.score - a.score || a.link.id - b.link.id)
    .map(({ link }) => link);
}
