import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import * as operations from "@/lib/resources/campaigns/schema";
import { listCampaigns } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listCampaigns,
  async ({ actor, page }) => {
    const campaigns = await listCampaigns(actor, page);
    return presentPage(page, campaigns, "campaigns", (campaign) => presentCampaign(campaign, actor.username));
  },
);
