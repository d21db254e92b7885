import { withoutQuery, withQuery } from "@/lib/resources/links/parameters";
import { withForwarded } from "./address";
import { holds, OWN, type ReadyShare, variantKey } from "./ready-rules";
import type { LinkSnapshot } from "./snapshot";
import type { Visitor } from "./visitor";

export interface RedirectDecision {
  kind: "redirect";
  /** the URL that the visitor goes to */
  to: string;
  /**
   * the same without the forwarded parts of the visitor's address; the owner sets all of its possible values, so their
   * number is limited
   */
  own: string;
  status: number;
  /**
   * the name of what decided: `rules.0`, `geotarget.1`, `deeplink.apple`, `split.1`; null for the link's own
   * destination
   */
  rule: string | null;
  /**
   * the same, identified by content (see `variantKey` in `ready-rules.ts`); undefined for a link without rules, because all its visitors
   * get the same destination
   */
  variant?: string;
}

export type Decision =
  | RedirectDecision
  | { kind: "interstitial"; page: "password" }
  /** the link has ended; `to` is the fallback URL */
  | { kind: "gone"; to: string | null }
  | { kind: "missing" }
  /** disabled for visitors; they see the reason */
  | { kind: "disabled"; reason: string };

/** The parts of a link that a decision depends on. */
export type Decided = Pick<
  LinkSnapshot,
  | "id"
  | "off"
  | "disabled"
  | "expiresAt"
  | "expiryUrl"
  | "passwordHash"
  | "destination"
  | "status"
  | "addedQuery"
  | "forward"
  | "rules"
  | "opensApps"
  | "type"
>;

/** Decides where a visitor of `link` goes. Pure: the same link and visitor always give the same answer. */
export function decide(link: Decided, visitor: Visitor): Decision {
  if (link.off) return { kind: "missing" };
  if (link.disabled !== null) return { kind: "disabled", reason: link.disabled };
  if (link.expiresAt !== null && link.expiresAt <= visitor.now) return { kind: "gone", to: link.expiryUrl };
  if (link.passwordHash !== null) return { kind: "interstitial", page: "password" };
  return chooseDestination(link, visitor);
}

/** Returns the destination for an admitted visitor. */
export function chooseDestination(link: Decided, visitor: Visitor): RedirectDecision {
  const { status } = link;
  const rule = link.rules.find(({ conditions }) => conditions.every((condition) => holds(condition, visitor)));
  const { forwarded } = visitor;
  if (!rule) {
    const own = link.destination;
    const variant = link.rules.length > 0 ? variantKey(OWN, withoutQuery(own, link.addedQuery)) : undefined;
    const to = forwarded ? withForwarded(withoutQuery(own, link.addedQuery), forwarded, link.addedQuery) : own;
    return { kind: "redirect", to, own, status, rule: null, variant };
  }
  const { name, target, variant, bare } = rule;
  const share =
    typeof target === "string" ? { to: target, name, variant } : shareOf(target, `${link.id} ${name}`, visitor);
  const own = withQuery(share.to, bare ? "" : link.addedQuery);
  const to = forwarded && !bare ? withForwarded(share.to, forwarded, link.addedQuery) : own;
  return { kind: "redirect", to, own, status, rule: share.name, variant: share.variant };
}

function shareOf(shares: ReadyShare[], choice: string, visitor: Visitor): ReadyShare {
  const place = positionInSplit(visitor.identity(), choice);
  // The last share ends at 1, and every place is less than 1.
  return shares.find(({ until }) => place < until) as ReadyShare;
}

/**
 * Returns a visitor's place among all visitors, from 0 to just under 1. It is always the same for one `choice`, and
 * unrelated for different ones. So returning visitors go where they went before, without a cookie and on every machine.
 */
export function positionInSplit(visitor: string, choice: string): number {
  // FNV-1a, followed by MurmurHash's final mixing, which spreads its last bits.
  let hash = 0x811c9dc5;
  const text = `${visitor} ${choice}`;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
