import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { decide } from "@/lib/resources/links/routing/decide";
import type { Answer, MaybeAnswer } from "@/lib/visits/core/answer";
import { withQueryApart } from "@/lib/visits/core/query-apart";
import type { VisitRequest } from "@/lib/visits/core/request";
import { whenReady } from "@/lib/visits/core/when-ready";
import { admitVisit } from "./admit";
import { linkVisitOf } from "./link-visit";
import { finish, Outcome } from "./outcome";
import { parseAddress } from "./parse";
import { presentDestination } from "./present";
import { type Resolved, resolveLink, resolvePath } from "./resolve";

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
  const visit = linkVisitOf(resolved, request);
  const decision = decide(visit.link, visit.visitor);
  return whenReady(admitVisit(visit, decision), (admitted) =>
    admitted instanceof Outcome ? finish(admitted) : whenReady(presentDestination(admitted), finish),
  );
}
