import type { RecordedClick } from "@/lib/clicks/line";
import { isPreviewRobot, robotOf, type Visit, visitOf } from "@/lib/clicks/visit";
import { isReserved } from "@/lib/contract/reserved-aliases";
import { blockedReason, isBlocked } from "@/lib/platform/blocklist";
import { env } from "@/lib/platform/env";
import { type DomainSnapshot, domainOf, knownDomainOf } from "@/lib/resources/domains/resolve";
import { framings } from "@/lib/resources/links/framings";
import { type Answer, type Answering, redirectTo, textAnswer } from "@/lib/visits/answer";
import { goneOn, missingOn, unknownHost } from "@/lib/visits/hosts";
import { disabledPage, missing } from "@/lib/visits/pages/notices";
import type { PagePixels } from "@/lib/visits/pages/page";
import { isPixelFrame, pagesElsewhere, pixelFrame, pixelsFor } from "@/lib/visits/pages/pixels";
import { visitorWords } from "@/lib/visits/pages/words";
import type { VisitRequest } from "@/lib/visits/request";
import { type Address, addressIn, beginningsOf, isLinkCode, isTail } from "./address";
import { type Found, linkCache } from "./cache";
import { clickOn } from "./click";
import { chooseDestination, decide, type RedirectDecision } from "./decide";
import { forwardedBy } from "./forward";
import { framePage } from "./frame";
import { hasVisits, takeVisit } from "./limit";
import { type Opening, openingFor } from "./opening";
import { passwordPage, previewPage } from "./pages";
import { hasPass, isOnward, passFor } from "./pass";
import { hopPage } from "./pixel-redirect";
import type { LinkSnapshot } from "./snapshot";
import { splashPage } from "./splash";
import { type Visitor, visitorOf } from "./visitor";

/** A visit to a link. */
interface RedirectContext {
  link: LinkSnapshot;
  domain: DomainSnapshot;
  request: VisitRequest;
  visit: Visit;
  /** what is behind the alias, and forwarded */
  path: string;
}

// What few visits need is imported when it is needed.

const wrongMethod = textAnswer(405, "This address answers GET, HEAD and POST.", ["Allow", "GET, HEAD, POST"]);

/** The answer to a visit to a short link; without a promise where the link is cached and nothing is to be checked. */
export function answerLink(request: VisitRequest): Answering {
  const address = addressIn(request.url);
  if (address === undefined) return missing(knownDomainOf(request.headers.host ?? ""), request);
  if (address === null || isReserved(address.alias) || (address.path && isLinkCode(address.path))) return null;
  const { method } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return wrongMethod;
  const domain = domainOf(request.headers.host ?? "");
  return domain instanceof Promise
    ? domain.then((domain) => answerOn(domain, address, request))
    : answerOn(domain, address, request);
}

function answerOn(domain: DomainSnapshot | null, address: Address, request: VisitRequest): Answering {
  if (!domain) return unknownHost;
  if (address.path !== undefined) return answerPath(domain, address.path, request);
  const answer = (link: LinkSnapshot | null) => {
    const shorter = link ? null : withoutEmphasis(address.alias);
    return shorter
      ? answerOn(domain, { ...address, alias: shorter }, request)
      : answerFor(link, domain, address, request);
  };
  const link = linkCache().find(domain.id, address.alias, request);
  return link instanceof Promise ? link.then(answer) : answer(link);
}

/** The answer at a path of several parts: of the link whose alias it is, or else of one that forwards what is behind its own. */
export function answerPath(domain: DomainSnapshot, path: string, request: VisitRequest): Answering {
  const fits = ({ link, beginning }: Found) =>
    beginning.path === "" || (link.forward ?? domain.forward) === "all" || isTail(beginning.path);
  const answer = (found: Found | null) => {
    if (found) return answerFor(found.link, domain, found.beginning, request);
    const shorter = withoutEmphasis(path);
    return shorter ? answerPath(domain, shorter, request) : missingOn(domain, request);
  };
  const found = linkCache().findLongest(domain.id, beginningsOf(path), fits, request);
  return found instanceof Promise ? found.then(answer) : answer(found);
}

/**
 * An alias without the `_` and `-` at its end, null where it has none: `_address_` is how some chats write emphasis, and
 * aliases end like this too, so the exact one is looked up first.
 */
function withoutEmphasis(alias: string): string | null {
  let end = alias.length;
  while (end > 0 && (alias[end - 1] === "_" || alias[end - 1] === "-")) end--;
  return end > 0 && end < alias.length && alias[end - 1] !== "/" ? alias.slice(0, end) : null;
}

function answerFor(
  link: LinkSnapshot | null,
  domain: DomainSnapshot,
  { asks, path = "" }: Pick<Address, "asks" | "path">,
  request: VisitRequest,
): Answer | Promise<Answer> {
  if (!link) return missingOn(domain, request);
  const forwarded = forwardedBy(link.forward ?? domain.forward, path, request.url);
  if (forwarded === undefined) return missingOn(domain, request);
  if (asks === "conversion") return takeConversion(link, domain, request);
  const visit = visitOf(request, request.address);
  const visitor = visitorOf(visit, request.url, forwarded);
  const decision = decide(link, visitor);
  const context = { link, domain, request, visit, path };
  switch (decision.kind) {
    case "redirect":
      return asks
        ? tellAbout(link, domain, request)
        : (ofPixels(context, true) ?? serve(context, decision, clickAt(context, decision)));
    case "interstitial":
      return asks
        ? tellAbout(link, domain, request)
        : (ofPixels(context, hasPass(link, request)) ?? challengePassword(context, visitor));
    case "gone":
      return decision.to ? redirectTo(decision.to) : goneOn(domain, request);
    case "missing":
      return missingOn(domain, request);
    case "disabled":
      return disabledPage(decision.reason, domain, request);
  }
}

/** The frame for a link's pixels, or the way to where they run in the page; null for a visit that is to be answered here. */
function ofPixels({ link, domain, request, visit }: RedirectContext, letIn: boolean): Answer | null {
  if (isPixelFrame(request)) return (letIn && pixelFrame(link.pixels, visit, request)) || missing(domain, request);
  return pagesElsewhere(link.pixels, visit, request, domain);
}

async function tellAbout(link: LinkSnapshot, domain: DomainSnapshot, request: VisitRequest): Promise<Answer> {
  const { answerAbout } = await import("./about");
  return answerAbout(link, domain, request);
}

/** Also once the link has ended: visitors who came before may do what it led to. */
async function takeConversion(link: LinkSnapshot, domain: DomainSnapshot, request: VisitRequest): Promise<Answer> {
  if (link.private || link.disabled !== null) return missingOn(domain, request);
  const { answerConversion } = await import("./conversion");
  return answerConversion(link, request);
}

/** Lets a visitor in whom nothing holds up any more. Of a site that is blocked in part, a path may lead into that part. */
function serve(context: RedirectContext, decision: RedirectDecision, click?: RecordedClick): Answer | Promise<Answer> {
  if (context.path === "" || !env.BLOCKLIST) return letIn(context, decision, click);
  return isBlocked(decision.to).then((blocked) =>
    blocked ? disabledPage(blockedReason, context.domain, context.request) : letIn(context, decision, click),
  );
}

function letIn(context: RedirectContext, decision: RedirectDecision, click?: RecordedClick): Answer | Promise<Answer> {
  const { link, request, visit } = context;
  if (link.clickLimit !== null) return letLimitedIn(context, decision, click);
  // It belongs to the visit that showed the overlay.
  if (request.method === "POST" && link.overlayId !== null) return takeAnswer(context, decision);
  if (hasPreview(link) && robotOf(visit) && isPreviewRobot(visit))
    return { ...previewPage(link, visitorWords(request)), click };
  return answerWith(context, decision, click);
}

/** Lets as many visitors in as the link's limit says. Whoever the statistics do not count uses none of it up, and gets no further. */
async function letLimitedIn(
  context: RedirectContext,
  decision: RedirectDecision,
  click?: RecordedClick,
): Promise<Answer> {
  const { link, domain, request, visit } = context;
  const { buttonPage, isInDoubt, readPress } = await import("./limited");
  if (request.method === "POST" && !visit.pressed) {
    const press = await readPress(request);
    if (press.pressed) return letLimitedIn(pressedIn({ ...context, request: press.request }), decision, click);
    if (link.overlayId !== null) return takeAnswer({ ...context, request: press.request }, decision);
    return redirectTo(request.url, 303);
  }
  if (visit.prefetch || (!visit.pressed && robotOf({ ...visit, head: false })))
    return { ...previewPage(link, visitorWords(request)), click };
  if (!visit.pressed && isInDoubt(visit))
    return (await hasVisits(link.id)) ? { ...buttonPage(domain, request), click } : endOf(link, domain, request);
  const mayPass = await (visit.head ? hasVisits(link.id) : takeVisit(link.id));
  if (!mayPass) return endOf(link, domain, request);
  return answerWith(context, decision, visit.head ? click : clickOn(link, visit, decision));
}

/** The same visit, of which a person has shown that it is theirs. */
const pressedIn = (context: RedirectContext): RedirectContext => ({
  ...context,
  visit: { ...context.visit, pressed: true },
});

/** What was posted must not go on to the destination; the visit before it has been recorded. */
const clickAt = ({ link, visit, request }: RedirectContext, decision: RedirectDecision) =>
  request.method === "POST" ? undefined : clickOn(link, visit, decision);

/** The redirect to the destination, or the page that the link's owner puts around it. */
function answerWith(
  context: RedirectContext,
  { to, own, status }: RedirectDecision,
  click?: RecordedClick,
): Answer | Promise<Answer> {
  const { link, domain, request, visit } = context;
  const pixels = pixelsFor(link.pixels, visit, request, domain.apart);
  const redirect = redirectTo(to, request.method === "POST" ? 303 : status, click);
  // A preview of a link without words of its own is the destination's.
  if (isPreviewRobot(visit)) return redirect;
  if (link.type === "splash") return { ...splashPage(link, to, pixels, domain, visitorWords(request)), click };
  const opening = openingFor(link, to, visit);
  if (opening) return openApp(context, to, opening, pixels).then((page) => ({ ...page, click }));
  const straight = pixels ? { ...hopPage(to, pixels, domain, visitorWords(request)), click } : redirect;
  if (link.type === "direct" || (link.type !== "frame" && link.overlayId === null)) return straight;
  return framed(context, to, own, pixels).then((framed) => (framed ? { ...framed, click } : straight));
}

async function openApp(
  { link, domain, request }: RedirectContext,
  to: string,
  opening: Opening,
  pixels: PagePixels | null,
) {
  const { appPage } = await import("./app-page");
  return appPage(link, to, opening, pixels, domain, visitorWords(request));
}

/** The destination in a frame, with the link's overlay if it has one; null where that forbids it. */
async function framed(
  { link, domain, request }: RedirectContext,
  to: string,
  own: string,
  pixels: PagePixels | null,
): Promise<Answer | null> {
  // Not of what a visitor made of it: there is no end of such addresses, and each would be asked for.
  if (!(await framings().allow(own, domain.origin))) return null;
  const words = visitorWords(request);
  if (link.type === "frame") return framePage(link, to, words, { pixels });
  const { overlayPage } = await import("./overlay");
  return overlayPage(link, to, pixels, words);
}

/** Takes what a visitor posted through the link's overlay. */
async function takeAnswer(
  { link, domain, request, visit }: RedirectContext,
  { to, own }: RedirectDecision,
): Promise<Answer> {
  const open = link.clickLimit === null && (await framings().allow(own, domain.origin));
  const { answeredPage } = await import("./overlay");
  return (await answeredPage(link, request, visit, open ? to : null)) ?? redirectTo(request.url, 303);
}

/** Asks for the link's password, and lets in who knows it. */
async function challengePassword(context: RedirectContext, visitor: Visitor): Promise<Answer> {
  const { link, domain, request, visit, path } = context;
  const to = chooseDestination(link, visitor);
  // Of a link with a limit the arrivals are counted, else the visits to this page.
  const limited = link.clickLimit !== null;
  if (hasPass(link, request)) {
    if (limited) return serve(pressedIn(context), to);
    return serve(context, to, isOnward(request) ? undefined : clickAt(context, to));
  }
  if (request.method !== "POST") {
    const words = visitorWords(request);
    const shown =
      hasPreview(link) && isPreviewRobot(visit) ? previewPage(link, words) : passwordPage(link, domain, words);
    return { ...shown, click: limited && !robotOf(visit) ? undefined : clickOn(link, visit) };
  }
  const { checkPassword } = await import("./password");
  const attempt = await checkPassword(request, link);
  if (!attempt.passed) return passwordPage(link, domain, visitorWords(request), attempt);
  // A page is fetched anew, so that reloading it sends no password again.
  const isPage = link.type !== "direct" || link.opensApps;
  const answer = isPage ? redirectTo(request.url, 303) : await serve(limited ? pressedIn(context) : context, to);
  return withCookie(answer, passFor(link, addressOf(request, path), domain.origin));
}

/** The link's own address, as the visitor wrote it. */
function addressOf({ url }: VisitRequest, path: string): string {
  const [address = ""] = url.split("?", 1);
  return address.slice(0, address.length - path.length);
}

const withCookie = (answer: Answer, cookie: string): Answer => ({
  ...answer,
  headers: [...answer.headers, "Set-Cookie", cookie],
});

const hasPreview = ({ metaTitle, metaDescription, metaImage }: LinkSnapshot) =>
  metaTitle !== null || metaDescription !== null || metaImage !== null;

const endOf = (link: LinkSnapshot, domain: DomainSnapshot, request: VisitRequest) =>
  link.expiryUrl ? redirectTo(link.expiryUrl) : goneOn(domain, request);
