import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import type { Statistics } from "@/lib/clicks/click-store";
import { presentStatistics } from "@/lib/clicks/presenter";
import { statisticsOf } from "@/lib/clicks/stats";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { getLink } from "./service";

/** A link's statistics as documented, with the clicks that it brought along. */
export async function linkStatistics(actor: Actor, link: Pick<Link, "id" | "importedClicks">) {
  authorize(actor, "links:read");
  const limit = clickLimitOf(actor);
  return withImported(link, await statisticsOf("link", link.id, { limit }), limit);
}

/** A link and its statistics, which are read at the same time. */
export async function linkWithStatistics(actor: Actor, id: number) {
  authorize(actor, "links:read");
  const limit = clickLimitOf(actor);
  const [link, found] = await Promise.all([getLink(actor, id), statisticsOf("link", id, { limit })]);
  return { link, statistics: withImported(link, found, limit) };
}

const withImported = ({ importedClicks }: Pick<Link, "importedClicks">, found: Statistics, limit: number | null) =>
  presentStatistics({ ...found, clicks: found.clicks + Number(importedClicks) }, limit);
