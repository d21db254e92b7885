import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { placesClicked } from "@/lib/clicks/statistics/stats";
import { db } from "@/lib/platform/database/db";

/** The number of links, those with the most clicks, whose visitors are looked up. */
const LINKS = 20;

/** The places of visitors to the actor's links, as suggestions for rules. */
export async function visitedPlaces(actor: Actor): Promise<{ region: string[]; city: string[] }> {
  authorize(actor, "links:read");
  const links = await db.linkCounts.findMany({
    where: { userId: actor.userId, archived: false, clicks: { gt: 0 } },
    orderBy: { clicks: "desc" },
    take: LINKS,
    select: { linkId: true },
  });
  const found = await placesClicked(links.map(({ linkId }) => linkId));
  const of = (kind: "region" | "city") => found.filter(({ dimension }) => dimension === kind).map(({ value }) => value);
  return { region: of("region"), city: of("city") };
}
