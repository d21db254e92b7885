import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { presentStatistics } from "@/lib/clicks/presenter";
import { statisticsOf } from "@/lib/clicks/stats";
import { clickLimitOf } from "@/lib/resources/plans/clicks";

/** A link's statistics as documented, with the clicks that it brought along. */
export async function linkStatistics(actor: Actor, link: Pick<Link, "id" | "importedClicks">) {
  authorize(actor, "links:read");
  const limit = clickLimitOf(actor);
  const found = await statisticsOf("link", link.id, { limit });
  return presentStatistics({ ...found, clicks: found.clicks + Number(link.importedClicks) }, limit);
}
