import { endpoint } from "@/lib/http/endpoint";
import { showCampaignSharing } from "@/lib/resources/shares/schema";
import { findShare, presentShare } from "@/lib/resources/shares/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showCampaignSharing,
  async ({ actor, params: { id } }) => ({
    data: presentShare(await findShare(actor, { subject: "campaign", id })),
  }),
);
