import type { z } from "zod";
import { follow } from "@/lib/platform/database/changes";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import type { BioBlock } from "@/lib/resources/bio-pages/blocks";
import type { theme } from "@/lib/resources/bio-pages/schema";
import { listTargets, type Target } from "@/lib/resources/bio-pages/targets";
import type { PixelTag } from "@/lib/resources/pixels/snippets";
import { snapshotCache } from "@/lib/visits/core/snapshot-cache";

/** The data of a bio page that visitors need. */
export interface BioPageSnapshot {
  id: number;
  userId: number;
  slug: string;
  name: string;
  description: string;
  avatar: string | null;
  theme: z.infer<ReturnType<typeof theme>>;
  blocks: BioBlock[];
  metaTitle: string | null;
  metaDescription: string | null;
  metaImage: string | null;
  pixels: PixelTag[];
  /** for each block */
  targets: Target[][];
}

/** The bio pages that visitors open, by folded slug. */
export const bioPageCache = () =>
  processSingleton("bioPageCache", () =>
    follow(snapshotCache("bioPages", 5_000, load), "bio_page_changed", "account_deleted"),
  );

async function load(slug: string): Promise<BioPageSnapshot | null> {
  const rows = await statement<Omit<BioPageSnapshot, "targets">>(
    `
      SELECT id, user_id AS "userId", slug, name, description, avatar, theme, blocks,
        meta_title AS "metaTitle", meta_description AS "metaDescription", meta_image AS "metaImage",
        (SELECT coalesce(json_agg(json_build_object('type', p.type, 'tag', p.tag) ORDER BY p.id), '[]')
          FROM "_BioPageToPixel" j JOIN pixels p ON p.id = j."B" WHERE j."A" = b.id) AS pixels
      FROM bio_pages b WHERE slug_folded = $1 AND ${ofExistingAccount("b.user_id")}`,
    [slug],
    { quick: "visitor" },
  );
  const [row] = rows;
  return row ? { ...row, targets: listTargets(row.blocks) } : null;
}
