import type { RecordedClick } from "@/lib/clicks/line";
import type { Visit } from "@/lib/clicks/visit";
import type { LinkSnapshot } from "./snapshot";

/** A click on a link, which counts for its campaign as well. */
export function clickOn(link: LinkSnapshot, visit: Visit, rule?: string | null): RecordedClick {
  return { visit, subjects: { linkId: link.id, campaignId: link.campaignId ?? undefined, rule: rule ?? undefined } };
}
