import type { z } from "zod";
import type { Pixel } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { pixelItem } from "./schema";

export function presentPixel({ id, type, name, tag, createdAt }: Pixel): z.infer<typeof pixelItem> {
  return { id, type: type as z.infer<typeof pixelItem>["type"], name, tag, date: formatTimestamp(createdAt) };
}
