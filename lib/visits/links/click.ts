import { clickParameter, newClickId } from "@/lib/clicks/classify/click-id";
import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { robotOf, type Visit } from "@/lib/clicks/classify/visit";
import { withQuery } from "@/lib/resources/links/parameters";
import type { RedirectDecision } from "@/lib/resources/links/routing/decide";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { LinkVisit } from "./link-visit";

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
