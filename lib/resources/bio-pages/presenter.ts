import type { z } from "zod";
import type { BioPage } from "@/generated/prisma/client";
import { presentLocked } from "@/lib/clicks/statistics/presenter";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { baseUrl } from "@/lib/platform/env";
import type { BioDetails, bioItem } from "./schema";
import { type BioPageWithPixels, type BioStatistics, readBlocks, readTheme } from "./service";

export const bioUrlOf = ({ slug }: Pick<BioPage, "slug">) => `${baseUrl()}/b/${slug}`;

export function presentBioPage(page: BioPage): z.infer<typeof bioItem> {
  const { id, slug, name, description, createdAt } = page;
  return { id, slug, name, description, link: bioUrlOf(page), date: formatTimestamp(createdAt) };
}

export function presentBioDetails(
  page: BioPageWithPixels,
  { visits, visitors, blockClicks, locked, limit }: BioStatistics,
): BioDetails {
  const { avatar, theme, blocks, pixels } = page;
  return {
    ...presentBioPage(page),
    avatar,
    theme: readTheme(theme),
    blocks: readBlocks(blocks),
    metatitle: page.metaTitle,
    metadescription: page.metaDescription,
    metaimage: page.metaImage,
    pixels: pixels.map(({ id }) => id),
    visits,
    uniquevisits: visitors,
    blockclicks: blockClicks,
    ...presentLocked(locked, limit),
  };
}
