import { getTranslations } from "next-intl/server";
import { emptyBlock } from "@/components/bio/bio-form";
import { summaryOf } from "@/components/bio/block-types";
import type { BioPage } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import type { ReportQuery } from "@/lib/clicks/statistics/report";
import { bioStatistics } from "@/lib/resources/bio-pages/service";
import { readBlocks } from "@/lib/resources/bio-pages/stored";
import { targetsOf } from "@/lib/resources/bio-pages/targets";

/**
 * A page's clickable blocks, in order, with their clicks and the page's visits in a period. Null if the statistics are
 * filtered, because clicks on blocks are not stored per visit.
 */
export async function blocksOf(actor: Actor, page: BioPage, { period, robots, filters }: ReportQuery) {
  if (Object.keys(filters).length > 0) return null;
  const t = await getTranslations("bio.blocks.types");
  const blocks = readBlocks(page.blocks);
  const targets = targetsOf(blocks);
  const { visits, blockClicks } = await bioStatistics(actor, page, { period, robots });
  const entries = blocks
    .map((block, index) => ({
      value: String(index),
      name: summaryOf({ ...emptyBlock(block.type, ""), ...block }) || t(block.type),
      clicks: blockClicks[index] ?? 0,
    }))
    .filter(({ value }) => targets[Number(value)]?.length);
  return entries.length > 0 ? { visits, entries } : null;
}
