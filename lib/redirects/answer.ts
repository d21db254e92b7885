import type { RecordedClick } from "@/lib/clicks/line";
import { robotOf, type Visit, visitOf } from "@/lib/clicks/visit";
import { type DomainSnapshot, domainOf } from "@/lib/domains/resolve";
import { isAlias, isReserved } from "@/lib/links/alias";
import { type Answer, type Answering, redirectTo } from "@/lib/visit/answer";
import { missingOn, unknownHost } from "@/lib/visit/hosts";
import { pixelsFor } from "@/lib/visit/pixels";
import type { VisitRequest } from "@/lib/visit/request";
import { linkCache } from "./cache";
import { type Arrival, arrival, decide } from "./decide";
import { hopPage } from "./hop-page";
import { hasVisits, takeVisit } from "./limit";
import { missing, pageAnswer, passwordPage, previewPage } from "./pages";
import { checkPassword } from "./password";
import type { LinkSnapshot } from "./snapshot";
import { type Visitor, visitorOf } from "./visitor";

/** The answer to a visit to a short link; without a promise where the link is cached and nothing is to be checked. */
export function answerLink(request: VisitRequest): Answering {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return null;
  const alias = aliasIn(request.url);
  if (alias === null || isReserved(alias)) return null;
  const domain = domainOf(request.headers.host ?? "");
  return domain instanceof Promise
    ? domain.then((domain) => answerOn(domain, alias, request))
    : answerOn(domain, alias, request);
}

function answerOn(domain: DomainSnapshot | null, alias: string, request: VisitRequest): Answer | Promise<Answer> {
  if (!domain) return unknownHost;
  const link = linkCache().find(domain.id, alias);
  return link instanceof Promise
    ? link.then((link) => answerFor(link, domain, request))
    : answerFor(link, domain, request);
}

function answerFor(link: LinkSnapshot | null, domain: DomainSnapshot, request: VisitRequest): Answer | Promise<Answer> {
  if (!link) return missingOn(domain);
  const visit = visitOf(request, request.address);
  const visitor = visitorOf(visit, request.url);
  const decision = decide(link, visitor);
  const posted = request.method === "POST";
  switch (decision.kind) {
    case "redirect":
      // A form for a password that is no longer asked for.
      return posted ? enter(link, decision.to) : arrive(link, visit, decision, request);
    case "interstitial":
      if (posted) return unlock(request, link, visit, visitor);
      return { ...pageAnswer(200, passwordPage()), click: clickOn(link, visit) };
    case "gone":
      return decision.to ? redirectTo(decision.to) : missingOn(domain);
    case "missing":
      return missingOn(domain);
  }
}

/**
 * The answer to a visit to a link as one of several: null where it leads nowhere now. A link that shows something of its
 * own first is visited at its own address, `url`, where its forms and cookies belong.
 */
export async function answerIfOpen(link: LinkSnapshot, url: string, request: VisitRequest): Promise<Answer | null> {
  const visit = visitOf(request, request.address);
  const decision = decide(link, visitorOf(visit, request.url));
  const query = request.url.indexOf("?");
  const own = query === -1 ? url : url + request.url.slice(query);
  switch (decision.kind) {
    case "redirect":
      if (link.clickLimit !== null && robotOf(visit)) return redirectTo(own);
      if (link.clickLimit !== null && !(await takeVisit(link.id))) return null;
      return onward(link, visit, decision, request);
    case "interstitial":
      return link.clickLimit === null || (await hasVisits(link.id)) ? redirectTo(own) : null;
    default:
      return null;
  }
}

function arrive(link: LinkSnapshot, visit: Visit, decision: Arrival, request: VisitRequest): Answer | Promise<Answer> {
  const answer = onward(link, visit, decision, request);
  if (link.clickLimit === null) return answer;
  // Robots and previews must not use up what is meant for people, nor get past the limit.
  if (robotOf(visit)) return { ...pageAnswer(200, previewOf(link)), click: answer.click };
  return takeVisit(link.id).then((taken) => (taken ? answer : endOf(link)));
}

/** The redirect, or for a link with pixels the page that stands in for it. */
function onward(link: LinkSnapshot, visit: Visit, { to, status, rule }: Arrival, { headers }: VisitRequest): Answer {
  const click = clickOn(link, visit, rule);
  const pixels = pixelsFor(link.pixels, visit, headers);
  return pixels ? { ...hopPage(to, pixels), click } : redirectTo(to, status, click);
}

/** A password was sent. The visit was recorded when the page that asks for it was shown. */
async function unlock(request: VisitRequest, link: LinkSnapshot, visit: Visit, visitor: Visitor): Promise<Answer> {
  const attempt = await checkPassword(request, link, visit.address);
  if (!attempt.passed) return pageAnswer(attempt.status, passwordPage(attempt.problem));
  return enter(link, arrival(link, visitor).to);
}

/** Lets a visitor in who sent a form. 303: what was sent must not go on to the destination. */
async function enter(link: LinkSnapshot, to: string): Promise<Answer> {
  if (link.clickLimit !== null && !(await takeVisit(link.id))) return endOf(link);
  return redirectTo(to, 303);
}

function clickOn(link: LinkSnapshot, visit: Visit, rule?: string | null): RecordedClick {
  return { visit, subjects: { linkId: link.id, campaignId: link.campaignId ?? undefined, rule: rule ?? undefined } };
}

const previewOf = ({ metaTitle, metaDescription, metaImage }: LinkSnapshot) =>
  previewPage({ title: metaTitle, description: metaDescription, image: metaImage });

const endOf = (link: LinkSnapshot) => (link.expiryUrl ? redirectTo(link.expiryUrl) : missing);

/** The alias that a request's address consists of, null where it is something else. */
function aliasIn(url: string): string | null {
  const end = url.indexOf("?");
  const part = end === -1 ? url.slice(1) : url.slice(1, end);
  try {
    const alias = part.includes("%") ? decodeURIComponent(part) : part;
    return isAlias(alias) ? alias : null;
  } catch {
    return null;
  }
}
