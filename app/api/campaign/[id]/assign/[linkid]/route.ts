import { endpoint } from "@/lib/http/endpoint";
import { assignCampaign } from "@/lib/resources/campaigns/schema";
import { assignToCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(assignCampaign, async ({ actor, params, body }) => {
  await assignToCampaign(actor, params.id, params.linkid, body.weight);
  return { message: "The link has been added to the campaign." };
});
