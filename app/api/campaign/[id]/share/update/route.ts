import { endpoint } from "@/lib/http/endpoint";
import { shareCampaignStatistics } from "@/lib/resources/shares/schema";
import { presentShare, shareStatistics } from "@/lib/resources/shares/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  shareCampaignStatistics,
  async ({ actor, params: { id }, body }) => ({
    data: presentShare(await shareStatistics(actor, { subject: "campaign", id }, body)),
  }),
);
