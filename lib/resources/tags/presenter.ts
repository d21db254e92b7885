import type { z } from "zod";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { tagItem } from "./schema";
import type { CountedTag } from "./service";

export function presentTag({ id, name, color, createdAt, _count }: CountedTag): z.infer<typeof tagItem> {
  return { id, name, color, links: _count.links, date: formatTimestamp(createdAt) };
}
