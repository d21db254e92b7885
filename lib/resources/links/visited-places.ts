import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { placesClicked } from "@/lib/clicks/stats";
import { db } from "@/lib/platform/db";

/** So many of an account's links, those with the most clicks, are asked where their visitors come from. */
const LINKS = 20;

/** From where visitors of the actor's links come: what a rule may want to ask for. */
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
