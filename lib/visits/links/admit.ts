import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { isPreviewRobot, robotOf } from "@/lib/clicks/classify/visit";
import { blockedReason, hasBlocklist, isBlocked } from "@/lib/platform/network/blocklist";
import { chooseDestination, type Decision, type RedirectDecision } from "@/lib/resources/links/routing/decide";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import { redirectTo, withCookie } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { answerForEndedLink, answerForMissingLink } from "@/lib/visits/pages/missing";
import { disabledPage, missing } from "@/lib/visits/pages/notices";
import { isPixelFrame, pixelFrame, redirectToPagesUrl } from "@/lib/visits/pages/pixels";
import { visitorWords } from "@/lib/visits/pages/words";
import { Outcome } from "./outcome";
import { hasPreview, passwordPage } from "./pages";
import { comesFromPasswordPage, hasPass, passCookieFor } from "./password-cookie";
import { type Admission, type Admitted, asHumanVisit, clickAt, clickOn, type LinkVisit, withClickId } from "./resolve";

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
      return stopForPixels(visit, hasPass(link, request)) ?? admitWithPassword(visit);
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

/** Asks for a link's password, and admits visitors who have entered it. */
async function admitWithPassword(visit: LinkVisit): Promise<Admitted | Outcome> {
  const { link, domain, request, path } = visit;
  if (hasPass(link, request)) return admitWithPass(visit);
  if (request.method !== "POST") return showPasswordPage(visit);
  const { checkPassword } = await import("./password");
  const attempt = await checkPassword(request, link);
  if (!attempt.passed) return new Outcome("password", passwordPage(link, domain, visitorWords(request), attempt));
  const cookie = passCookieFor(link, addressOf(request, path), request);
  // Redirect before a page is shown, so that reloading it does not send the password again.
  if (link.type !== "direct" || link.opensApps)
    return new Outcome("password", withCookie(redirectTo(request.url, 303), cookie));
  const counted = link.clickLimit === null ? visit : asHumanVisit(visit);
  const admitted = await admitUnlocked(counted, chooseDestination(link, visit.visitor));
  return admitted instanceof Outcome
    ? new Outcome(admitted.name, withCookie(await admitted.answer, cookie))
    : { ...admitted, cookie };
}

/** Without a click limit, the visit to the password page is the click. With one, each visit to the destination is. */
function admitWithPass(visit: LinkVisit) {
  const { link, request, visitor } = visit;
  const decision = chooseDestination(link, visitor);
  if (link.clickLimit !== null) return admitUnlocked(asHumanVisit(visit), decision);
  return admitUnlocked(visit, decision, comesFromPasswordPage(request) ? undefined : clickAt(visit, decision));
}

function showPasswordPage(linkVisit: LinkVisit): Outcome | Promise<Outcome> {
  const { link, domain, request, visit } = linkVisit;
  const click = link.clickLimit !== null && !robotOf(visit) ? undefined : clickOn(link, visit);
  return hasPreview(link) && isPreviewRobot(visit)
    ? showPreview(linkVisit, click)
    : new Outcome("password", { ...passwordPage(link, domain, visitorWords(request)), click });
}

/** Returns the link's own address as the visitor wrote it. */
function addressOf({ url }: VisitRequest, path: string): string {
  const [address = ""] = url.split("?", 1);
  return address.slice(0, address.length - path.length);
}

/** Admits a visit that needs no password, or whose visitor has entered it. */
function admitUnlocked(visit: LinkVisit, decision: RedirectDecision, click?: RecordedClick): Admission {
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
  if (link.clickLimit !== null) return admitWithinLimit(visit, decision, click);
  // A posted form is the answer to the overlay that an earlier visit showed.
  if (request.method === "POST" && link.overlayId !== null)
    return new Outcome("overlay_answer", takeOverlayAnswer(visit, withClickId(link, visit.visit, decision)));
  if (hasPreview(link) && robotOf(visit.visit) && isPreviewRobot(visit.visit)) return showPreview(visit, click);
  return { visit, decision, click };
}

/**
 * Admits a visit to a link with a click limit while clicks are left. A visit that statistics do not count uses no click
 * and does not reach the destination. A visitor who may be a bot has to press a button first.
 */
async function admitWithinLimit(
  visit: LinkVisit,
  decision: RedirectDecision,
  click?: RecordedClick,
): Promise<Admitted | Outcome> {
  const { confirmVisitPage, hasVisits, mayBeBot, readButtonForm, takeVisit } = await import("./limited");
  const { link, domain, request, visit: seen } = visit;
  if (request.method === "POST" && !seen.pressed) {
    const press = await readButtonForm(request);
    const again = { ...visit, request: press.request };
    if (press.pressed) return admitWithinLimit(asHumanVisit(again), decision, click);
    if (link.overlayId !== null) return new Outcome("overlay_answer", takeOverlayAnswer(again, decision));
    return new Outcome("button", redirectTo(request.url, 303));
  }
  if (seen.prefetch || (!seen.pressed && robotOf({ ...seen, head: false }))) return showPreview(visit, click);
  if (!seen.pressed && mayBeBot(seen)) {
    if (!(await hasVisits(link.id))) return new Outcome("limit_reached", limitReached(visit));
    return new Outcome("button", { ...confirmVisitPage(domain, request), click });
  }
  if (!(await (seen.head ? hasVisits(link.id) : takeVisit(link.id))))
    return new Outcome("limit_reached", limitReached(visit));
  return { visit, decision, click: seen.head ? click : clickOn(link, seen, decision) };
}

/** Answers visitors of a link whose clicks are used up. */
const limitReached = ({ link, domain, request }: LinkVisit) =>
  link.expiryUrl ? redirectTo(link.expiryUrl) : answerForEndedLink(domain, request);

// Few visits need the following code, so it is loaded on demand.

async function showAbout(visit: LinkVisit) {
  const { link, domain, request } = visit;
  if (link.clickLimit !== null) {
    const { hasVisits } = await import("./limited");
    if (!(await hasVisits(link.id))) return limitReached(visit);
  }
  const { answerAbout } = await import("./about");
  return answerAbout(link, domain, request);
}

async function showIcon({ link, domain, request }: LinkVisit, { kind }: Decision) {
  if (kind !== "redirect" || !publicFacts(link).icon) return answerForMissingLink(domain, request);
  const { answerIcon } = await import("./about");
  return answerIcon(link, request);
}

/** Also counts conversions of links that have ended, because their visitors may have clicked before the end. */
async function countConversion({ link, domain, request }: LinkVisit) {
  if (link.off || link.disabled !== null) return answerForMissingLink(domain, request);
  const { answerConversion } = await import("@/lib/visits/conversions/report");
  return answerConversion(link, request);
}

async function showPreview(visit: LinkVisit, click?: RecordedClick) {
  const { answerPreview } = await import("./about");
  return answerPreview(visit, click);
}

async function takeOverlayAnswer(visit: LinkVisit, decision: RedirectDecision) {
  const { answerOverlay } = await import("./overlay");
  return answerOverlay(visit, decision);
}
