import { endpoint } from "@/lib/http/endpoint";
import { showCampaignSharing } from "@/lib/resources/shares/operations";
import { presentShare } from "@/lib/resources/shares/presenter";
import { shareOf } from "@/lib/resources/shares/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showCampaignSharing,
  async ({ actor, params: { id } }) => ({
    data: presentShare(await shareOf(actor, { subject: "campaign", id })),
  }),
);
