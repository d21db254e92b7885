import { endpoint } from "@/lib/api/endpoint";
import { showOverlay } from "@/lib/overlays/operations";
import { presentOverlayDetails } from "@/lib/overlays/presenter";
import { getOverlay } from "@/lib/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showOverlay, async ({ actor, params }) => ({
  data: presentOverlayDetails(await getOverlay(actor, params.id)),
}));
