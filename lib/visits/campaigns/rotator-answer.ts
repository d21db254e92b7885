import { visitOf } from "@/lib/clicks/classify/visit";
import { visitorOf } from "@/lib/clicks/classify/visitor";
import { foldAlias } from "@/lib/contract/alias";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { linkCache } from "@/lib/visits/links/cache";
import { answerIfOpen } from "@/lib/visits/links/rotator-member";
import { missing } from "@/lib/visits/pages/notices";
import { rotatorCache } from "./cache";
import { rankLinksFor } from "./rotate";

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
