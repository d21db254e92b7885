import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { listDeliveries } from "@/lib/resources/webhooks/deliveries";
import * as operations from "@/lib/resources/webhooks/operations";
import { presentDelivery } from "@/lib/resources/webhooks/presenter";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listDeliveries,
  async ({ actor, params, page }) =>
    presentPage(page, await listDeliveries(actor, params.id, page), "deliveries", presentDelivery),
);
