import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/overlays/operations";
import { presentOverlay } from "@/lib/overlays/presenter";
import { listOverlays } from "@/lib/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listOverlays,
  async ({ actor, query }) => {
    const page = pageOf(query);
    return presentPage(page, await listOverlays(actor, page), "cta", presentOverlay);
  },
);
