import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/campaigns/operations";
import { presentCampaign } from "@/lib/campaigns/presenter";
import { listCampaigns } from "@/lib/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listCampaigns,
  async ({ actor, query }) => {
    const page = pageOf(query);
    const campaigns = await listCampaigns(actor, page);
    return presentPage(page, campaigns, "campaigns", (campaign) => presentCampaign(campaign, actor.username));
  },
);
