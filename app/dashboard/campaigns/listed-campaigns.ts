import type { CampaignRow } from "@/components/campaigns/campaign-row";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { clicksOverTime } from "@/lib/clicks/statistics/stats";
import { lastDays } from "@/lib/clicks/store/period";
import { memberCounts } from "@/lib/resources/campaigns/members";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { listCampaigns } from "@/lib/resources/campaigns/service";

/** The campaigns of a list view. */
export async function listedCampaigns(actor: Actor, { q, page }: { q: string; page: number }) {
  const found = await readPage(page, (page) => listCampaigns(actor, page, q));
  const links = await memberCounts(found.rows.map(({ id }) => id));
  const rows = found.rows.map(
    async (campaign): Promise<CampaignRow> => ({
      ...presentCampaign(campaign, actor.username),
      links: links.get(campaign.id) ?? 0,
      clicks: (await clicksOverTime("campaign", campaign.id, lastDays(30))).reduce((sum, day) => sum + day.clicks, 0),
      createdAt: campaign.createdAt,
    }),
  );
  return { ...found, rows: await Promise.all(rows) };
}
