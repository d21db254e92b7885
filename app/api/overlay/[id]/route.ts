import { endpoint } from "@/lib/http/endpoint";
import { readOverlayCounts } from "@/lib/resources/overlays/counts";
import { presentOverlayDetails } from "@/lib/resources/overlays/presenter";
import { showOverlay } from "@/lib/resources/overlays/schema";
import { getOverlay } from "@/lib/resources/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showOverlay,
  async ({ actor, params: { id }, setVersion }) => {
    const [overlay, counts] = await Promise.all([getOverlay(actor, id), readOverlayCounts(actor, [id])]);
    setVersion(overlay.updatedAt);
    return { data: presentOverlayDetails(overlay, counts(id)) };
  },
);
