import { endpoint } from "@/lib/api/endpoint";
import { addCampaign } from "@/lib/campaigns/operations";
import { presentCampaign } from "@/lib/campaigns/presenter";
import { createCampaign } from "@/lib/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addCampaign, async ({ actor, body }) =>
  presentCampaign(await createCampaign(actor, body), actor.username),
);
