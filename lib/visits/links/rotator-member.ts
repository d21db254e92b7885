import type { LinkForward } from "@/generated/prisma/enums";
import { describeVisit, isPreviewRobot } from "@/lib/clicks/classify/visit";
import { decide } from "@/lib/resources/links/routing/decide";
import { forwardedBy } from "@/lib/resources/links/routing/forward";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { describeVisitor } from "@/lib/resources/links/routing/visitor";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { clickOn, withClickId } from "./click";
import { hasVisits, takeVisit } from "./limited";

/**
 * Answers a visit to a link of a rotator; null if the link is not active. A link that shows a page first is opened at
 * its own address `url`, because its forms and cookies belong there. `forward` is the setting of its domain.
 */
export async function answerIfOpen(
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
        const { mayBeBot: isInDoubt } = await import("./limited");
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
