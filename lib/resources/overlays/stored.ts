import { z } from "@/lib/contract/zod";
import { storedJson } from "@/lib/platform/database/stored-json";
import type { AnswerContent } from "./answer";
import { type OverlayType, overlayContents } from "./content";

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
