import type { RecordedClick } from "@/lib/clicks/line";
import type { Visit } from "@/lib/clicks/visit";
import type { RedirectDecision } from "./decide";
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
