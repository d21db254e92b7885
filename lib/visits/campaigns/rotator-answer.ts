import { visitOf } from "@/lib/clicks/visit";
import { visitorOf } from "@/lib/clicks/visitor";
import { foldAlias } from "@/lib/contract/alias";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import type { Answer } from "@/lib/visits/answer";
import { linkCache } from "@/lib/visits/links/cache";
import { answerIfOpen } from "@/lib/visits/links/rotator-member";
import { missing } from "@/lib/visits/pages/notices";
import type { VisitRequest } from "@/lib/visits/request";
import { rotatorCache } from "./cache";
import { orderFor } from "./rotate";

/**
 * The answer to a visit to a campaign's rotator: that of the first link, in the visitor's own order, which leads
 * somewhere. The click counts for the campaign as every click on its links does.
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
  for (const member of orderFor(visitorOf(address, userAgent), rotator.links)) {
    try {
      const link = await linkCache().find(member.domainId, member.alias);
      const answer = link && (await answerIfOpen(link, member, request));
      if (answer) return answer;
    } catch (error) {
      // A link that needs the database while that is down. Another may do without.
      failure = error;
    }
  }
  if (failure) throw failure;
  return missing(domain, request);
}
