import { type DomainSnapshot, findDomain } from "@/lib/resources/domains/resolve";
import { type Address, iconPath, isTail, listAliasCandidates } from "@/lib/resources/links/routing/address";
import { type Forwarded, forwardedBy } from "@/lib/resources/links/routing/forward";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { VisitRequest } from "@/lib/visits/core/request";
import { whenReady } from "@/lib/visits/core/when-ready";
import { answerForMissingLink } from "@/lib/visits/pages/missing";
import { answerUnknownHost } from "@/lib/visits/pages/unknown-host";
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
