import { endpoint } from "@/lib/http/endpoint";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { addCampaign } from "@/lib/resources/campaigns/schema";
import { createCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addCampaign, async ({ actor, body }) =>
  presentCampaign(await createCampaign(actor, body), actor.username),
);
