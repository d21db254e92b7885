import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import {
  conversionFigures,
  NO_CONVERSIONS,
  presentFigures,
  presentRevenue,
} from "@/lib/clicks/statistics/conversion-figures";
import { presentStatistics } from "@/lib/clicks/statistics/presenter";
import { statisticsOf, statisticsOfRollups } from "@/lib/clicks/statistics/stats";
import type { Statistics } from "@/lib/clicks/store/click-store";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { getShownLink } from "@/lib/resources/links/service";
import type { PresentableLink } from "@/lib/resources/links/whole";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { namedVariants } from "./named-variants";
import { readSplitConversions, type SplitConversions } from "./split-conversions";
import { type SplitResult, splitResults } from "./split-results";

/** Returns a link's statistics as documented, including clicks that were imported with it. */
export async function linkStatistics(actor: Actor, link: LinkWithRelations) {
  authorize(actor, "links:read");
  const limit = clickLimitOf(actor);
  return present(actor, link, await statisticsOf("link", link.id, { limit }), { limit, converted: true });
}

/** Returns a link with everything that its page shows. Reads it in one statement with its statistics. */
export async function linkWithStatistics(actor: Actor, id: number) {
  authorize(actor, "links:read");
  const limit = clickLimitOf(actor);
  const { rollups, ...shown } = await getShownLink(actor, id);
  const found = await (rollups ? statisticsOfRollups(rollups, limit) : statisticsOf("link", id, { limit }));
  const { converted } = shown;
  return { ...shown, statistics: await present(actor, shown.link, found, { limit, converted }) };
}

async function present(
  actor: Actor,
  link: PresentableLink,
  { variants, ...found }: Omit<Statistics, "sources">,
  { limit, converted: hasConversions }: { limit: number | null; converted: boolean },
) {
  const named = await namedVariants(actor, link, variants);
  const splits = splitResults(link, variants);
  const [converted, figures] = await Promise.all([
    readSplitConversions(link.id, splits),
    hasConversions ? conversionFigures({ of: "link", id: link.id }) : NO_CONVERSIONS,
  ]);
  return {
    ...presentStatistics({ ...found, clicks: found.clicks + Number(link.importedClicks) }, limit),
    ...(named.length > 0 && {
      variants: named.map(({ value, rule, destination, clicks, visitors }) => ({
        ...{ variant: value, rule, destination, clicks },
        uniqueClicks: visitors,
      })),
    }),
    conversions: presentFigures(figures, found.clicks),
    ...(splits.length > 0 && { splits: splits.map((split, index) => presentSplit(split, converted[index])) }),
  };
}

function presentBest(shares: SplitResult["shares"], comparison: SplitConversions["comparison"] = null) {
  const variantOf = (place: number) => shares[place]?.variant ?? "";
  return comparison && { variant: variantOf(comparison.best), beats: comparison.beats.map(variantOf), p: comparison.p };
}

const presentSplit = ({ rule, visitors, shares, test }: SplitResult, converted?: SplitConversions) => ({
  ...{ rule, uniqueClicks: visitors },
  shares: shares.map(({ variant, destination, wanted, visitors: uniqueClicks, share, from, to }, index) => {
    const counted = converted?.shares[index];
    const { conversions = 0, revenue = [], rate = 0, from: rateFrom = 0, to: rateTo = 1 } = counted ?? {};
    const figures = { conversions, revenue: presentRevenue(revenue), rate, rateFrom, rateTo };
    return { variant, destination, wanted, uniqueClicks, share, from, to, ...figures };
  }),
  ...{ chiSquared: test?.statistic ?? null, p: test?.p ?? null },
  ...{ conversions: converted?.conversions ?? 0 },
  ...{ conversionsChiSquared: converted?.test?.statistic ?? null, conversionsP: converted?.test?.p ?? null },
  best: presentBest(shares, converted?.comparison),
});
