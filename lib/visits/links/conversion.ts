import { describeVisit, robotOf } from "@/lib/clicks/classify/visit";
import { identifyVisitor } from "@/lib/clicks/classify/visitor";
import { journal } from "@/lib/clicks/journal/journal";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { mayReport } from "@/lib/visits/conversions/limiter";
import { picture } from "@/lib/visits/conversions/picture";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";

/**
 * Answers `/<alias>+done`, which the destination's site requests in its visitor's browser. With the id of a click it is like
 * `/embed/conversion.gif`. Without one, address and user agent identify the visitor who clicked, without a cookie. Bots and
 * visitors who asked not to be tracked are not counted, because their clicks have no visitor either. The response is sent
 * once the conversion is kept.
 */
export async function answerConversion(link: LinkSnapshot, request: VisitRequest): Promise<Answer> {
  if (request.url.includes("clickid=")) return (await import("@/lib/visits/conversions/report")).answerReport(request);
  const visit = describeVisit(request, request.address);
  // The destination's page may request this address as an image. That must not count as a sign of a bot.
  if (!visit.head && !visit.untracked && robotOf({ ...visit, mark: undefined }) === null) {
    const visitor = identifyVisitor(visit.address, visit.userAgent);
    if (await mayReport(visit.address, link.id))
      await journal().recordEvent({ kind: "conversion", linkId: link.id, visitor, at: visit.at });
  }
  return picture;
}
