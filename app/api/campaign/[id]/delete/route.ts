import { endpoint } from "@/lib/api/endpoint";
import { removeCampaign } from "@/lib/campaigns/operations";
import { deleteCampaign } from "@/lib/campaigns/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeCampaign, async ({ actor, params }) => {
  await deleteCampaign(actor, params.id);
  return { message: "The campaign has been deleted." };
});
