import type { Decision } from "@/lib/resources/links/routing/decide";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import { redirectTo } from "@/lib/visits/core/answer";
import { answerForEndedLink, answerForMissingLink } from "@/lib/visits/pages/missing";
import { disabledPage, missing } from "@/lib/visits/pages/notices";
import { isPixelFrame, pixelFrame, redirectToPagesUrl } from "@/lib/visits/pages/pixels";
import { admitUnlocked } from "./admit-unlocked";
import { clickAt } from "./click";
import type { Admission, LinkVisit } from "./link-visit";
import { Outcome } from "./outcome";
import { hasPass } from "./password-cookie";

/**
 * Step 4: decides whether the visit may reach the destination. If not, its visitor gets a page or another address.
 */
export function admitVisit(visit: LinkVisit, decision: Decision): Admission {
  const { link, domain, request, asks } = visit;
  if (asks === "conversion") return new Outcome("conversion", countConversion(visit));
  if (asks === "icon") return new Outcome("icon", showIcon(visit, decision));
  switch (decision.kind) {
    case "missing":
      return new Outcome("off", answerForMissingLink(domain, request));
    case "disabled":
      return new Outcome("disabled", disabledPage(decision.reason, domain, request));
    case "gone":
      return new Outcome("expired", decision.to ? redirectTo(decision.to) : answerForEndedLink(domain, request));
    case "redirect":
      if (asks) return new Outcome("about", showAbout(visit));
      return stopForPixels(visit, true) ?? admitUnlocked(visit, decision, clickAt(visit, decision));
    case "interstitial":
      if (asks) return new Outcome("about", showAbout(visit));
      return stopForPixels(visit, hasPass(link, request)) ?? askForPassword(visit);
  }
}

/**
 * Returns the frame in which a link's pixels run, or a redirect to the host where they run; null for every other visit.
 */
function stopForPixels({ link, domain, request, visit }: LinkVisit, isUnlocked: boolean): Outcome | null {
  const answer = isPixelFrame(request)
    ? (isUnlocked && pixelFrame(link.pixels, visit, request)) || missing(domain, request)
    : redirectToPagesUrl(link.pixels, visit, request, domain);
  return answer && new Outcome("pixels", answer);
}

// Few visits need the following code, so it is loaded on demand.

async function askForPassword(visit: LinkVisit) {
  const { admitWithPassword } = await import("./admit-with-password");
  return admitWithPassword(visit);
}

async function showAbout(visit: LinkVisit) {
  const { link, domain, request } = visit;
  if (link.clickLimit !== null) {
    const [{ hasVisits }, { limitReached }] = await Promise.all([import("./limited"), import("./admit-within-limit")]);
    if (!(await hasVisits(link.id))) return limitReached(visit);
  }
  const { answerAbout } = await import("./about");
  return answerAbout(link, domain, request);
}

async function showIcon({ link, domain, request }: LinkVisit, { kind }: Decision) {
  if (kind !== "redirect" || !publicFacts(link).icon) return answerForMissingLink(domain, request);
  const { answerIcon } = await import("./icon");
  return answerIcon(link, request);
}

/** Also counts conversions of links that have ended, because their visitors may have clicked before the end. */
async function countConversion({ link, domain, request }: LinkVisit) {
  if (link.off || link.disabled !== null) return answerForMissingLink(domain, request);
  const { answerConversion } = await import("./conversion");
  return answerConversion(link, request);
}
