import type { z } from "zod";
import type { UtmTemplate } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { utmTemplateItem } from "./schema";

export function presentUtmTemplate(template: UtmTemplate): z.infer<typeof utmTemplateItem> {
  const { id, name, source, medium, campaign, term, content, createdAt } = template;
  return { id, name, source, medium, campaign, term, content, date: formatTimestamp(createdAt) };
}
