import { getTranslations } from "next-intl/server";
import { emptyBlock } from "@/components/bio/bio-form";
import { summaryOf } from "@/components/bio/block-types";
import type { BioPage } from "@/generated/prisma/client";
import type { BioBlock } from "@/lib/bio/blocks";
import { bioStatistics } from "@/lib/bio/service";
import { targetsOf } from "@/lib/bio/targets";
import { lastDays } from "@/lib/clicks/period";

/** The blocks of a page that can be clicked, with the clicks of a period, in their order. */
export async function blocksOf(page: BioPage, { days, robots }: { days: number; robots: boolean }) {
  const t = await getTranslations("bio.blocks.types");
  const blocks = page.blocks as BioBlock[];
  const targets = targetsOf(blocks);
  const { blockClicks } = await bioStatistics(page, { period: lastDays(days), robots });
  return blocks
    .map((block, index) => ({
      value: String(index),
      name: summaryOf({ ...emptyBlock(block.type, ""), ...block }) || t(block.type),
      clicks: blockClicks[index] ?? 0,
    }))
    .filter((_, index) => targets[index]?.length);
}
