import type { IncomingMessage, ServerResponse } from "node:http";
import { agentOf, countryOf, languageOf } from "@/lib/clicks/enrich";
import { journal } from "@/lib/clicks/journal";
import { robotOf, type Visit, visitOf } from "@/lib/clicks/visit";
import { clientAddress } from "@/lib/client-address";
import { type DomainSnapshot, domainOf } from "@/lib/domains/resolve";
import { isAlias, isReserved } from "@/lib/links/alias";
import { log } from "@/lib/log";
import { linkCache } from "./cache";
import { type Arrival, arrival, decide, type Visitor } from "./decide";
import { takeVisit } from "./limit";
import { missingPage, outagePage, pageHeaders, passwordPage, previewPage } from "./pages";
import { checkPassword } from "./password";
import type { LinkSnapshot } from "./snapshot";

/** Answers a visit to a short link. False where the request is none: its address is a page's or no alias at all. */
export function handleVisit(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "GET" && request.method !== "HEAD" && request.method !== "POST") return false;
  const alias = aliasIn(request.url ?? "");
  if (alias === null || isReserved(alias)) return false;
  answer(request, response, alias).catch((error: unknown) => {
    log.warn({ alias, error: String(error) }, "a visit could not be answered");
    if (response.headersSent) response.destroy();
    else sendPage(response, 503, outagePage);
  });
  return true;
}

/** Sends visitors of a branded domain's bare address where its owner wants them; false where that is nowhere. */
export async function handleRoot(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  try {
    const domain = await domainOf(request.headers.host ?? "");
    if (domain?.redirectRoot) sendRedirect(response, 302, domain.redirectRoot);
    return Boolean(domain?.redirectRoot);
  } catch {
    // The database is out of reach: the page can say so.
    return false;
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, alias: string): Promise<void> {
  const domain = await domainOf(request.headers.host ?? "");
  const link = domain && (await linkCache().find(domain.id, alias));
  if (!link) return sendMissing(response, domain);
  const visit = visitOf(request, clientAddress(request));
  const visitor = visitorOf(visit);
  const decision = decide(link, visitor);
  switch (decision.kind) {
    case "redirect":
      // A form for a password that is no longer asked for.
      if (request.method === "POST") return enter(response, link, decision.to);
      return arrive(response, link, visit, decision);
    case "interstitial":
      if (request.method === "POST") return unlock(request, response, link, visit, visitor);
      return record(visit, link, () => sendPage(response, 200, passwordPage()));
    case "gone":
      return decision.to ? sendRedirect(response, 302, decision.to) : sendMissing(response, domain);
    case "missing":
      return sendMissing(response, domain);
  }
}

async function arrive(response: ServerResponse, link: LinkSnapshot, visit: Visit, { to, status }: Arrival) {
  if (link.clickLimit !== null) {
    // Robots and previews must not use up what is meant for people, nor get past the limit.
    if (robotOf(visit)) return record(visit, link, () => sendPage(response, 200, previewOf(link)));
    if (!(await takeVisit(link.id))) return sendEnd(response, link);
  }
  record(visit, link, () => sendRedirect(response, status, to));
}

/** A password was sent. The visit was recorded when the page that asks for it was shown. */
async function unlock(
  request: IncomingMessage,
  response: ServerResponse,
  link: LinkSnapshot,
  visit: Visit,
  visitor: Visitor,
): Promise<void> {
  const attempt = await checkPassword(request, link, visit.address);
  if (!attempt.passed) return sendPage(response, attempt.status, passwordPage(attempt.problem));
  return enter(response, link, arrival(link, visitor).to);
}

/** Lets a visitor in who sent a form. 303: what was sent must not go on to the destination. */
async function enter(response: ServerResponse, link: LinkSnapshot, to: string): Promise<void> {
  if (link.clickLimit !== null && !(await takeVisit(link.id))) return sendEnd(response, link);
  sendRedirect(response, 303, to);
}

/** Answers once the click is in the journal. A journal that cannot be written complains itself; links go on working. */
function record(visit: Visit, link: LinkSnapshot, respond: () => void): void {
  journal().record(visit, { linkId: link.id, campaignId: link.campaignId ?? undefined }, respond);
}

function visitorOf(visit: Visit): Visitor {
  return {
    now: visit.at,
    userAgent: visit.userAgent,
    country: () => countryOf(visit.address),
    language: () => languageOf(visit.language),
    device: () => agentOf(visit.userAgent).device,
  };
}

const previewOf = ({ metaTitle, metaDescription, metaImage }: LinkSnapshot) =>
  previewPage({ title: metaTitle, description: metaDescription, image: metaImage });

// Permanent redirects too: a browser that remembers one would leave later visits uncounted, and a change unseen.
export function sendRedirect(response: ServerResponse, status: number, to: string): void {
  response.writeHead(status, { Location: to, "Cache-Control": "no-store", "Content-Length": 0 }).end();
}

export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { ...pageHeaders, "Content-Length": Buffer.byteLength(html) }).end(html);
}

function sendMissing(response: ServerResponse, domain: DomainSnapshot | null): void {
  if (domain?.redirect404) sendRedirect(response, 302, domain.redirect404);
  else sendPage(response, 404, missingPage);
}

function sendEnd(response: ServerResponse, link: LinkSnapshot): void {
  if (link.expiryUrl) sendRedirect(response, 302, link.expiryUrl);
  else sendPage(response, 404, missingPage);
}

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
