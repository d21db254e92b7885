import { type Visit, visitOf } from "@/lib/clicks/classify/visit";
import { type Visitor, visitorOf } from "@/lib/resources/links/routing/visitor";
import type { VisitRequest } from "@/lib/visits/core/request";
import type { Resolved } from "./resolve";

/** A visit to a link: the input of the steps after `resolve`. */
export interface LinkVisit extends Resolved {
  request: VisitRequest;
  /** the details of the visit that are recorded */
  visit: Visit;
  /** the visitor, as rules test it */
  visitor: Visitor;
}

/** Returns the same visit after its visitor has proved to be a person, by a button or the link's password. */
export const asHumanVisit = (visit: LinkVisit): LinkVisit => ({ ...visit, visit: { ...visit.visit, pressed: true } });

export function linkVisitOf({ link, domain, asks, path, forwarded }: Resolved, request: VisitRequest): LinkVisit {
  const visit = visitOf(request, request.address);
  return { link, domain, asks, path, forwarded, request, visit, visitor: visitorOf(visit, request.url, forwarded) };
}
