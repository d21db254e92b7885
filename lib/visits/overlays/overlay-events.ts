import { robotOf, type Visit } from "@/lib/clicks/classify/visit";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { countOverlay } from "@/lib/resources/overlays/counts";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { isSameOriginForm } from "@/lib/visits/core/same-origin-form";
import { hasForm } from "./layer";

/** The field in which an overlay's script reports an event. Answers have no such field. */
const field = "overlay";

export const isOverlayEvent = (form: URLSearchParams) => form.has(field);

/** Counts what an overlay's script reports about people. Answers are counted where they are handled. */
export async function countOverlayEvent(
  overlay: OverlaySnapshot,
  form: URLSearchParams,
  request: VisitRequest,
  visit: Visit,
): Promise<Answer> {
  const what = form.get(field);
  const counts = what === "shown" || (what === "used" && !hasForm(overlay));
  if (counts && isSameOriginForm(request) && robotOf(visit) === null)
    await countOverlay(overlay.id, what === "shown" ? "impressions" : "responses", visit.address);
  return textAnswer(200, "");
}
