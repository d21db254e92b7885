import { endpoint } from "@/lib/http/endpoint";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { showCampaign } from "@/lib/resources/campaigns/schema";
import { getCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showCampaign,
  async ({ actor, params, setVersion }) => {
    const campaign = await getCampaign(actor, params.id);
    setVersion(campaign.updatedAt);
    return { data: presentCampaign(campaign, actor.username) };
  },
);
