import { endpoint } from "@/lib/http/endpoint";
import { changeCampaign } from "@/lib/resources/campaigns/operations";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { updateCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeCampaign, async ({ actor, params, body }) =>
  presentCampaign(await updateCampaign(actor, params.id, body), actor.username),
);
