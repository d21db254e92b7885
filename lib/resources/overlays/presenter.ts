import type { Overlay, OverlayAnswer } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { z } from "@/lib/contract/zod";
import { storedJson } from "@/lib/platform/database/stored-json";
import type { AnswerContent } from "./answer";
import { type OverlayType, overlayContents } from "./content";
import type { OverlayCounts } from "./counts";
import type { overlayAnswer, overlayDetails, overlayItem } from "./schema";

const optionalText = z.string().optional();

export const readAnswer = storedJson<AnswerContent>(
  "overlay_answers.content",
  z.object({ name: optionalText, email: optionalText, message: optionalText, option: optionalText }),
);

type Contents = { [Type in OverlayType]: z.infer<(typeof overlayContents)[Type]> };

const readers = Object.fromEntries(
  Object.entries(overlayContents).map(([type, schema]) => [type, storedJson("overlays.content", schema as z.ZodType)]),
);

export const readContent = <Type extends OverlayType>(type: Type, content: unknown) =>
  readers[type]?.(content) as Contents[Type];

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
