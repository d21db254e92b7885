import { isReserved } from "@/lib/contract/alias";
import { type DomainSnapshot, peekDomain } from "@/lib/resources/domains/resolve";
import { type Address, isLinkCode, parseShortPath } from "@/lib/resources/links/routing/address";
import { decide } from "@/lib/resources/links/routing/decide";
import { type Answer, type MaybeAnswer, textAnswer, whenReady } from "@/lib/visits/core/answer";
import { withQueryApart } from "@/lib/visits/core/path";
import type { VisitRequest } from "@/lib/visits/core/request";
import { missing } from "@/lib/visits/pages/notices";
import { admitVisit } from "./admit";
import { finish, Outcome } from "./outcome";
import { presentDestination } from "./present";
import { describeLinkVisit, type Resolved, resolveLink, resolvePath } from "./resolve";

/**
 * Answers a visit to a short link, step by step: parse the address, resolve the link, decide its destination, admit the
 * visitor, present the destination. Each step returns what the next one needs, or the `Outcome` that ends the visit.
 * The click is part of the answer and is recorded before the answer is sent (`afterClick`). Returns null if the address
 * is not a link's, and no promise if the link is cached and nothing else has to be waited for.
 */
export function answerLink(request: VisitRequest): MaybeAnswer {
  const address = parseAddress(request);
  if (address === null) return answerApart(request);
  if (address instanceof Outcome) return finish(address);
  return whenReady(resolveLink(address, request), (resolved) => {
    const isUnknown = resolved instanceof Outcome && resolved.name === "unknown_link";
    return (isUnknown ? answerApart(request) : null) ?? answerResolved(resolved, request);
  });
}

/** Answers an address whose query is encoded in its path, or has become a part of it; null if it has none. */
function answerApart(request: VisitRequest): MaybeAnswer {
  const apart = withQueryApart(request);
  return apart && answerLink(apart);
}

/** Answers a visit to a path of several parts on a known domain. */
export const answerPath = (domain: DomainSnapshot, path: string, request: VisitRequest): Answer | Promise<Answer> =>
  whenReady(resolvePath(domain, path, request), (resolved) => answerResolved(resolved, request));

function answerResolved(resolved: Resolved | Outcome, request: VisitRequest): Answer | Promise<Answer> {
  if (resolved instanceof Outcome) return finish(resolved);
  const visit = describeLinkVisit(resolved, request);
  const decision = decide(visit.link, visit.visitor);
  return whenReady(admitVisit(visit, decision), (admitted) =>
    admitted instanceof Outcome ? finish(admitted) : whenReady(presentDestination(admitted), finish),
  );
}

const wrongMethod = textAnswer(405, "This address supports GET, HEAD and POST.", ["Allow", "GET, HEAD, POST"]);

/** Step 1: returns the alias or path that a request asks for. Null if it is not a short link's address. */
function parseAddress(request: VisitRequest): Address | Outcome | null {
  const address = parseShortPath(request.url);
  if (address === undefined) return new Outcome("malformed", missing(peekDomain(request.headers.host ?? ""), request));
  if (address === null || isReserved(address.alias) || (address.path && isLinkCode(address.path))) return null;
  const { method } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return new Outcome("wrong_method", wrongMethod);
  return address;
}
