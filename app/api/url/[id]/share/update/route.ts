import { endpoint } from "@/lib/http/endpoint";
import { shareLinkStatistics } from "@/lib/resources/shares/schema";
import { presentShare, shareStatistics } from "@/lib/resources/shares/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  shareLinkStatistics,
  async ({ actor, params: { id }, body }) => ({
    data: presentShare(await shareStatistics(actor, { subject: "link", id }, body)),
  }),
);
