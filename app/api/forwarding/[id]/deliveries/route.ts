import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { listForwarded } from "@/lib/resources/forwardings/deliveries";
import * as operations from "@/lib/resources/forwardings/operations";
import { presentDelivery } from "@/lib/resources/webhooks/presenter";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listForwarded,
  async ({ actor, params, page }) =>
    presentPage(page, await listForwarded(actor, params.id, page), "deliveries", presentDelivery),
);
