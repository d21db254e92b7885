import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { presentStatistics } from "@/lib/clicks/presenter";
import { statisticsOf } from "@/lib/clicks/stats";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { namedVariants } from "./named-variants";

/** A link's statistics as documented, with the clicks that it brought along. */
export async function linkStatistics(actor: Actor, link: LinkWithRelations) {
  authorize(actor, "links:read");
  const limit = clickLimitOf(actor);
  const { variants, ...found } = await statisticsOf("link", link.id, { limit });
  const named = await namedVariants(actor, link, variants);
  return {
    ...presentStatistics({ ...found, clicks: found.clicks + Number(link.importedClicks) }, limit),
    ...(named.length > 0 && {
      variants: named.map(({ value, rule, destination, clicks, visitors }) => ({
        ...{ variant: value, rule, destination, clicks },
        uniqueClicks: visitors,
      })),
    }),
  };
}
