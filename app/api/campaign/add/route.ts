import { endpoint } from "@/lib/http/endpoint";
import { addCampaign } from "@/lib/resources/campaigns/operations";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { createCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addCampaign, async ({ actor, body }) =>
  presentCampaign(await createCampaign(actor, body), actor.username),
);
