import type { LinkForward } from "@/generated/prisma/enums";
import { isPreviewRobot, visitOf } from "@/lib/clicks/visit";
import { type Answer, redirectTo } from "@/lib/visits/answer";
import type { VisitRequest } from "@/lib/visits/request";
import { clickOn } from "./click";
import { decide } from "./decide";
import { forwardedBy } from "./forward";
import { hasVisits, takeVisit } from "./limit";
import type { LinkSnapshot } from "./snapshot";
import { visitorOf } from "./visitor";

/**
 * The answer to a visit to a link as one of several: null where it leads nowhere now. A link that shows something of its
 * own first is visited at its own address, `url`, where its forms and cookies belong. `forward` is what its domain says.
 */
export async function answerIfOpen(
  link: LinkSnapshot,
  { url, forward }: { url: string; forward: LinkForward },
  request: VisitRequest,
): Promise<Answer | null> {
  const visit = visitOf(request, request.address);
  const forwarded = forwardedBy(link.forward ?? forward, "", request.url) ?? null;
  const decision = decide(link, visitorOf(visit, request.url, forwarded));
  const query = request.url.indexOf("?");
  const own = query === -1 ? url : url + request.url.slice(query);
  switch (decision.kind) {
    case "redirect":
      // What a robot may see of it, the link itself says.
      if (link.type !== "direct" || link.opensApps || link.pixels.length > 0 || isPreviewRobot(visit))
        return open(link, own);
      if (link.clickLimit !== null) {
        const { isInDoubt } = await import("./limited");
        if (isInDoubt(visit)) return open(link, own);
        if (!(await (visit.head ? hasVisits(link.id) : takeVisit(link.id)))) return null;
      }
      return redirectTo(decision.to, decision.status, clickOn(link, visit, decision));
    case "interstitial":
      return open(link, own);
    default:
      return null;
  }
}

/** To the link's own address, where the visit is counted; null where none of its visits is left. */
const open = async (link: LinkSnapshot, url: string) =>
  link.clickLimit === null || (await hasVisits(link.id)) ? redirectTo(url) : null;
