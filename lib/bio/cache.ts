import type { z } from "zod";
import { once } from "@/lib/once";
import { pool } from "@/lib/pool";
import { SnapshotCache } from "@/lib/snapshot-cache";
import type { BioBlock } from "./blocks";
import type { theme } from "./schema";
import { type Target, targetsOf } from "./targets";

/** What visitors get of a bio page. */
export interface BioPageSnapshot {
  id: number;
  slug: string;
  name: string;
  description: string;
  theme: z.infer<ReturnType<typeof theme>>;
  blocks: BioBlock[];
  /** of each block */
  targets: Target[][];
}

/** The bio pages that are visited, by folded slug. */
export const bioPageCache = () => once("bioPageCache", () => new SnapshotCache(load, 5_000));

async function load(slug: string): Promise<BioPageSnapshot | null> {
  const { rows } = await pool.query<Omit<BioPageSnapshot, "targets">>({
    name: "bio-page-snapshot",
    text: "SELECT id, slug, name, description, theme, blocks FROM bio_pages WHERE slug_folded = $1",
    values: [slug],
  });
  const [row] = rows;
  return row ? { ...row, targets: targetsOf(row.blocks) } : null;
}
