import { endpoint } from "@/lib/http/endpoint";
import { unshareCampaignStatistics } from "@/lib/resources/shares/schema";
import { stopSharing } from "@/lib/resources/shares/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  unshareCampaignStatistics,
  async ({ actor, params: { id } }) => {
    await stopSharing(actor, { subject: "campaign", id });
    return { message: "The statistics are no longer shared." };
  },
);
