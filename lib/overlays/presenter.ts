import type { z } from "zod";
import type { Overlay } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/api/fields";
import type { overlayDetails, overlayItem } from "./schema";

export function presentOverlay({ id, type, name, createdAt }: Overlay): z.infer<typeof overlayItem> {
  return { id, type, name, date: formatTimestamp(createdAt) };
}

export function presentOverlayDetails(overlay: Overlay): z.infer<typeof overlayDetails> {
  return { ...presentOverlay(overlay), content: overlay.content } as z.infer<typeof overlayDetails>;
}
