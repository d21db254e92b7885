import type { z } from "zod";
import type { Overlay, OverlayAnswer } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { overlayAnswer, overlayDetails, overlayItem } from "./schema";
import { readAnswer } from "./stored";

export function presentOverlay({ id, type, name, createdAt }: Overlay): z.infer<typeof overlayItem> {
  return { id, type, name, date: formatTimestamp(createdAt) };
}

export function presentOverlayDetails(overlay: Overlay): z.infer<typeof overlayDetails> {
  return { ...presentOverlay(overlay), content: overlay.content } as z.infer<typeof overlayDetails>;
}

export function presentAnswer({ id, linkId, content, createdAt }: OverlayAnswer): z.infer<typeof overlayAnswer> {
  return { id, link: linkId, ...readAnswer(content), date: formatTimestamp(createdAt) };
}
