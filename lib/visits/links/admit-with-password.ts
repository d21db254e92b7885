import { isPreviewRobot, robotOf } from "@/lib/clicks/classify/visit";
import { chooseDestination } from "@/lib/resources/links/routing/decide";
import { redirectTo, withCookie } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { visitorWords } from "@/lib/visits/pages/words";
import { admitUnlocked } from "./admit-unlocked";
import { clickAt, clickOn } from "./click";
import type { Admitted } from "./link-visit";
import { asHumanVisit, type LinkVisit } from "./link-visit";
import { Outcome } from "./outcome";
import { hasPreview, passwordPage } from "./pages";
import { checkPassword } from "./password";
import { comesFromPasswordPage, hasPass, passCookieFor } from "./password-cookie";
import { answerPreview } from "./preview";

/** Asks for a link's password, and admits visitors who have entered it. */
export async function admitWithPassword(visit: LinkVisit): Promise<Admitted | Outcome> {
  const { link, domain, request, path } = visit;
  if (hasPass(link, request)) return admitWithPass(visit);
  if (request.method !== "POST") return showPasswordPage(visit);
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
    ? answerPreview(linkVisit, click)
    : new Outcome("password", { ...passwordPage(link, domain, visitorWords(request)), click });
}

/** Returns the link's own address as the visitor wrote it. */
function addressOf({ url }: VisitRequest, path: string): string {
  const [address = ""] = url.split("?", 1);
  return address.slice(0, address.length - path.length);
}
