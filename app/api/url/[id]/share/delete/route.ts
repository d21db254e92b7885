import { endpoint } from "@/lib/http/endpoint";
import { unshareLinkStatistics } from "@/lib/resources/shares/schema";
import { stopSharing } from "@/lib/resources/shares/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  unshareLinkStatistics,
  async ({ actor, params: { id } }) => {
    await stopSharing(actor, { subject: "link", id });
    return { message: "The statistics are no longer shared." };
  },
);
