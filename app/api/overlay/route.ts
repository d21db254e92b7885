import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentOverlay } from "@/lib/resources/overlays/presenter";
import * as operations from "@/lib/resources/overlays/schema";
import { listOverlays } from "@/lib/resources/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listOverlays, async ({ actor, page }) => {
  return presentPage(page, await listOverlays(actor, page), "cta", presentOverlay);
});
