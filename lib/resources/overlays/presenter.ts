import type { z } from "zod";
import type { Overlay, OverlayAnswer } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { OverlayCounts } from "./counts";
import type { overlayAnswer, overlayDetails, overlayItem } from "./schema";
import { readAnswer } from "./stored";

export function presentOverlay({ id, type, name, createdAt }: Overlay): z.infer<typeof overlayItem> {
  return { id, type, name, date: formatTimestamp(createdAt) };
}

/** Presents an overlay with its content, without counts. */
export const presentWholeOverlay = (overlay: Overlay) => ({ ...presentOverlay(overlay), content: overlay.content });

export function presentOverlayDetails(overlay: Overlay, counts: OverlayCounts): z.infer<typeof overlayDetails> {
  const { impressions, responses } = counts;
  return { ...presentWholeOverlay(overlay), impressions, responses } as z.infer<typeof overlayDetails>;
}

export function presentAnswer({ id, linkId, content, createdAt }: OverlayAnswer): z.infer<typeof overlayAnswer> {
  return { id, link: linkId, ...readAnswer(content), date: formatTimestamp(createdAt) };
}
