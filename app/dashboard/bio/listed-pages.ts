import type { BioRow } from "@/components/bio/bio-table";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { clicksOverTime } from "@/lib/clicks/statistics/stats";
import { lastDays } from "@/lib/clicks/store/period";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import { listBioPages } from "@/lib/resources/bio-pages/service";
import { readBlocks } from "@/lib/resources/bio-pages/stored";

/** The bio pages of a list view. */
export async function listedPages(actor: Actor, { q, page }: { q: string; page: number }) {
  const found = await readPage(page, (page) => listBioPages(actor, page, q));
  const rows = found.rows.map(
    async (bio): Promise<BioRow> => ({
      ...presentBioPage(bio),
      blocks: readBlocks(bio.blocks).length,
      visits: (await clicksOverTime("bio", bio.id, lastDays(30))).reduce((sum, day) => sum + day.clicks, 0),
      createdAt: bio.createdAt,
    }),
  );
  return { ...found, rows: await Promise.all(rows) };
}
