import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { isPreviewRobot, robotOf } from "@/lib/clicks/classify/visit";
import { blockedReason, hasBlocklist, isBlocked } from "@/lib/platform/network/blocklist";
import type { RedirectDecision } from "@/lib/resources/links/routing/decide";
import { disabledPage } from "@/lib/visits/pages/notices";
import { withClickId } from "./click";
import type { Admission, LinkVisit } from "./link-visit";
import { Outcome } from "./outcome";
import { hasPreview } from "./pages";

/** Admits a visit that needs no password, or whose visitor has entered it. */
export function admitUnlocked(visit: LinkVisit, decision: RedirectDecision, click?: RecordedClick): Admission {
  // The blocklist can contain parts of a site, and a forwarded path may lead there.
  if (visit.path === "" || !hasBlocklist()) return admitUnblocked(visit, decision, click);
  return isBlocked(decision.to).then((blocked) =>
    blocked
      ? new Outcome("blocked", disabledPage(blockedReason, visit.domain, visit.request))
      : admitUnblocked(visit, decision, click),
  );
}

function admitUnblocked(visit: LinkVisit, decision: RedirectDecision, click?: RecordedClick): Admission {
  const { link, request } = visit;
  if (link.clickLimit !== null) return checkLimit(visit, decision, click);
  // A posted form is the answer to the overlay that an earlier visit showed.
  if (request.method === "POST" && link.overlayId !== null)
    return new Outcome("overlay_answer", takeOverlayAnswer(visit, decision));
  if (hasPreview(link) && robotOf(visit.visit) && isPreviewRobot(visit.visit)) return showPreview(visit, click);
  return { visit, decision, click };
}

async function showPreview(visit: LinkVisit, click?: RecordedClick) {
  const { answerPreview } = await import("./preview");
  return answerPreview(visit, click);
}

async function checkLimit(visit: LinkVisit, decision: RedirectDecision, click?: RecordedClick) {
  const { admitWithinLimit } = await import("./admit-within-limit");
  return admitWithinLimit(visit, decision, click);
}

async function takeOverlayAnswer(visit: LinkVisit, decision: RedirectDecision) {
  const { answerOverlay } = await import("./overlay");
  return answerOverlay(visit, withClickId(visit.link, visit.visit, decision));
}
