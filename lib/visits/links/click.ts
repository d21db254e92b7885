import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import type { Visit } from "@/lib/clicks/classify/visit";
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
