import { endpoint } from "@/lib/http/endpoint";
import { showCampaign } from "@/lib/resources/campaigns/operations";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { getCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showCampaign, async ({ actor, params }) => ({
  data: presentCampaign(await getCampaign(actor, params.id), actor.username),
}));
