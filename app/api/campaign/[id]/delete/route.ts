import { endpoint } from "@/lib/http/endpoint";
import { removeCampaign } from "@/lib/resources/campaigns/schema";
import { deleteCampaign } from "@/lib/resources/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeCampaign, async ({ actor, params }) => {
  await deleteCampaign(actor, params.id);
  return { message: "The campaign has been deleted." };
});
