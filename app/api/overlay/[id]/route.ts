import { endpoint } from "@/lib/http/endpoint";
import { showOverlay } from "@/lib/resources/overlays/operations";
import { presentOverlayDetails } from "@/lib/resources/overlays/presenter";
import { getOverlay } from "@/lib/resources/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showOverlay, async ({ actor, params }) => ({
  data: presentOverlayDetails(await getOverlay(actor, params.id)),
}));
