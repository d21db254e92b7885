import { clickParameter, newClickId } from "@/lib/clicks/classify/click-id";
import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { describeVisit, robotOf, type Visit } from "@/lib/clicks/classify/visit";
import { type DomainSnapshot, findDomain } from "@/lib/resources/domains/resolve";
import { withQuery } from "@/lib/resources/links/parameters";
import {
  type Address,
  type Forwarded,
  forwardedBy,
  iconPath,
  isTail,
  listAliasCandidates,
} from "@/lib/resources/links/routing/address";
import type { RedirectDecision } from "@/lib/resources/links/routing/decide";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { describeVisitor, type Visitor } from "@/lib/resources/links/routing/visitor";
import { whenReady } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { answerForMissingLink, answerUnknownHost } from "@/lib/visits/pages/missing";
import { type Found, linkCache } from "./cache";
import { Outcome } from "./outcome";

/** The link at an address. */
export interface Resolved {
  link: LinkSnapshot;
  domain: DomainSnapshot;
  /** what is requested instead of the destination */
  asks: Address["asks"];
  /** the part of the path after the alias */
  path: string;
  /** what is forwarded to the destination */
  forwarded: Forwarded | null;
}

type Resolution = Resolved | Outcome | Promise<Resolved | Outcome>;

/** Step 2: finds the domain and the link at an address. */
export function resolveLink(address: Address, request: VisitRequest): Resolution {
  return whenReady(findDomain(request.headers.host ?? ""), (domain) =>
    domain ? resolveOn(domain, address, request) : new Outcome("unknown_host", answerUnknownHost(request)),
  );
}

function resolveOn(domain: DomainSnapshot, address: Address, request: VisitRequest): Resolution {
  if (address.path !== undefined) return resolvePath(domain, address.path, request);
  return whenReady(linkCache().find(domain.id, address.alias, request), (link) => {
    if (link) return resolved(link, domain, address.asks, "", request);
    const shorter = withoutTrailingMarks(address.alias);
    return shorter ? resolveOn(domain, { ...address, alias: shorter }, request) : unknownLink(domain, request);
  });
}

/**
 * Finds the link whose alias is a path of several parts, or the beginning of the path if the link forwards the rest.
 */
export function resolvePath(domain: DomainSnapshot, path: string, request: VisitRequest): Resolution {
  const fits = ({ link, beginning }: Found) =>
    beginning.path === "" || forwardsPath(link, domain) || beginning.path === iconPath || isTail(beginning.path);
  return whenReady(linkCache().findLongest(domain.id, listAliasCandidates(path), fits, request), (found) => {
    if (found) {
      const { link, beginning } = found;
      const isIcon = beginning.path === iconPath && !forwardsPath(link, domain);
      return isIcon
        ? resolved(link, domain, "icon", "", request)
        : resolved(link, domain, beginning.asks, beginning.path, request);
    }
    const shorter = withoutTrailingMarks(path);
    return shorter ? resolvePath(domain, shorter, request) : unknownLink(domain, request);
  });
}

const forwardsPath = (link: LinkSnapshot, domain: DomainSnapshot) => (link.forward ?? domain.forward) === "all";

function resolved(
  link: LinkSnapshot,
  domain: DomainSnapshot,
  asks: Address["asks"],
  path: string,
  request: VisitRequest,
): Resolved | Outcome {
  const forwarded = forwardedBy(link.forward ?? domain.forward, path, request.url);
  return forwarded === undefined ? unknownLink(domain, request) : { link, domain, asks, path, forwarded };
}

const unknownLink = (domain: DomainSnapshot, request: VisitRequest) =>
  new Outcome("unknown_link", answerForMissingLink(domain, request));

/**
 * Returns an alias without the `_` and `-` at its end, or null if it has none. Some chats write emphasis as
 * `_address_`. Aliases can also end like this, so the exact one is looked up first.
 */
function withoutTrailingMarks(alias: string): string | null {
  let end = alias.length;
  while (end > 0 && (alias[end - 1] === "_" || alias[end - 1] === "-")) end--;
  return end > 0 && end < alias.length && alias[end - 1] !== "/" ? alias.slice(0, end) : null;
}

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

/**
 * Returns a click on a link, which also counts for its campaign. Without `decided`, its visitor has not reached a
 * destination yet.
 */
export function clickOn(
  link: LinkSnapshot,
  visit: Visit,
  decided?: Pick<RedirectDecision, "rule" | "variant">,
): RecordedClick {
  const { rule, variant } = decided ?? {};
  const subjects = { linkId: link.id, campaignId: link.campaignId ?? undefined, rule: rule ?? undefined, variant };
  return { visit, subjects };
}

/**
 * Returns the click of a visit that reaches its destination; undefined for a posted form, because the visit before it
 * has been counted.
 */
export const clickAt = ({ link, visit, request }: LinkVisit, decision: RedirectDecision) =>
  request.method === "POST" ? undefined : clickOn(link, visit, decision);

/**
 * Returns the decision with the id of this click in its destination, if the link tracks conversions. Bots and visitors who
 * ask not to be tracked get no id.
 */
export function withClickId(link: LinkSnapshot, visit: Visit, decision: RedirectDecision): RedirectDecision {
  if (!link.trackConversions || visit.untracked || robotOf(visit) !== null) return decision;
  const { variant = null } = decision;
  const id = newClickId({
    linkId: link.id,
    campaignId: link.campaignId,
    variant,
    at: visit.at,
    agreed: visit.agreed === true,
  });
  return { ...decision, to: withQuery(withoutId(decision.to), `${clickParameter}=${id}`) };
}

/** Removes the id of an earlier click, which a visitor may have brought from another link. */
function withoutId(href: string): string {
  if (!href.includes(`${clickParameter}=`)) return href;
  const url = new URL(href);
  const parameters = url.search.slice(1).split("&");
  url.search = parameters.filter((parameter) => !parameter.startsWith(`${clickParameter}=`)).join("&");
  return url.href;
}
