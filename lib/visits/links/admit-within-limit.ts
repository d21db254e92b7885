import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { robotOf } from "@/lib/clicks/classify/visit";
import type { RedirectDecision } from "@/lib/resources/links/routing/decide";
import { redirectTo } from "@/lib/visits/core/answer";
import { answerForEndedLink } from "@/lib/visits/pages/missing";
import { clickOn } from "./click";
import { confirmVisitPage, hasVisits, mayBeBot, readButtonForm, takeVisit } from "./limited";
import type { Admitted } from "./link-visit";
import { asHumanVisit, type LinkVisit } from "./link-visit";
import { Outcome } from "./outcome";
import { answerOverlay } from "./overlay";
import { answerPreview } from "./preview";

/**
 * Admits a visit to a link with a click limit while clicks are left. A visit that statistics do not count uses no click
 * and does not reach the destination. A visitor who may be a bot has to press a button first.
 */
export async function admitWithinLimit(
  visit: LinkVisit,
  decision: RedirectDecision,
  click?: RecordedClick,
): Promise<Admitted | Outcome> {
  const { link, domain, request, visit: seen } = visit;
  if (request.method === "POST" && !seen.pressed) {
    const press = await readButtonForm(request);
    const again = { ...visit, request: press.request };
    if (press.pressed) return admitWithinLimit(asHumanVisit(again), decision, click);
    if (link.overlayId !== null) return new Outcome("overlay_answer", answerOverlay(again, decision));
    return new Outcome("button", redirectTo(request.url, 303));
  }
  if (seen.prefetch || (!seen.pressed && robotOf({ ...seen, head: false }))) return answerPreview(visit, click);
  if (!seen.pressed && mayBeBot(seen)) {
    if (!(await hasVisits(link.id))) return new Outcome("limit_reached", limitReached(visit));
    return new Outcome("button", { ...confirmVisitPage(domain, request), click });
  }
  if (!(await (seen.head ? hasVisits(link.id) : takeVisit(link.id))))
    return new Outcome("limit_reached", limitReached(visit));
  return { visit, decision, click: seen.head ? click : clickOn(link, seen, decision) };
}

/** Answers visitors of a link whose clicks are used up. */
export const limitReached = ({ link, domain, request }: LinkVisit) =>
  link.expiryUrl ? redirectTo(link.expiryUrl) : answerForEndedLink(domain, request);
