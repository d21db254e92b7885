import { endpoint } from "@/lib/api/endpoint";
import { changeCampaign } from "@/lib/campaigns/operations";
import { presentCampaign } from "@/lib/campaigns/presenter";
import { updateCampaign } from "@/lib/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeCampaign, async ({ actor, params, body }) =>
  presentCampaign(await updateCampaign(actor, params.id, body), actor.username),
);
