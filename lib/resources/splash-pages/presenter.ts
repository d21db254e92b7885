import type { z } from "zod";
import type { SplashPage } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { SplashDetails, splashItem } from "./schema";
import { readContent } from "./stored";

export function presentSplashPage({ id, name, createdAt }: SplashPage): z.infer<typeof splashItem> {
  return { id, name, date: formatTimestamp(createdAt) };
}

export function presentSplashDetails(page: SplashPage): SplashDetails {
  return { ...presentSplashPage(page), content: readContent(page.content) };
}
