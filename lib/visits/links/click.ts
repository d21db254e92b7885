import type { RecordedClick } from "@/lib/clicks/recorded-click";
import type { Visit } from "@/lib/clicks/visit";
import type { RedirectDecision } from "./decide";
import type { LinkVisit } from "./link-visit";
import type { LinkSnapshot } from "./snapshot";

/** A click on a link, which counts for its campaign as well. Without `decided` its visitor was not led anywhere yet. */
export function clickOn(
  link: LinkSnapshot,
  visit: Visit,
  decided?: Pick<RedirectDecision, "rule" | "variant">,
): RecordedClick {
  const { rule, variant } = decided ?? {};
  const subjects = { linkId: link.id, campaignId: link.campaignId ?? undefined, rule: rule ?? undefined, variant };
  return { visit, subjects };
}

/** The click of a visit that reaches its destination. A form that is posted is none: the visit before it has been counted. */
export const clickAt = ({ link, visit, request }: LinkVisit, decision: RedirectDecision) =>
  request.method === "POST" ? undefined : clickOn(link, visit, decision);
