import { endpoint } from "@/lib/http/endpoint";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { changeCampaign } from "@/lib/resources/campaigns/schema";
import { updateCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeCampaign,
  async ({ actor, params, body, versions, setVersion }) => {
    const campaign = await updateCampaign(actor, params.id, body, versions);
    setVersion(campaign.updatedAt);
    return presentCampaign(campaign, actor.username);
  },
);
