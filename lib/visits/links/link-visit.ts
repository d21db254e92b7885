import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { describeVisit, type Visit } from "@/lib/clicks/classify/visit";
import type { RedirectDecision } from "@/lib/resources/links/routing/decide";
import { describeVisitor, type Visitor } from "@/lib/resources/links/routing/visitor";
import type { VisitRequest } from "@/lib/visits/core/request";
import type { Outcome } from "./outcome";
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

export function describeLinkVisit({ link, domain, asks, path, forwarded }: Resolved, request: VisitRequest): LinkVisit {
  const visit = describeVisit(request, request.address);
  return {
    link,
    domain,
    asks,
    path,
    forwarded,
    request,
    visit,
    visitor: describeVisitor(visit, request.url, forwarded),
  };
}

/** A visit that may reach the destination. */
export interface Admitted {
  visit: LinkVisit;
  decision: RedirectDecision;
  /** the click to record; undefined if it has already been counted or does not count */
  click?: RecordedClick;
  /** set for a visitor who has just entered the link's password */
  cookie?: string;
}

export type Admission = Admitted | Outcome | Promise<Admitted | Outcome>;
