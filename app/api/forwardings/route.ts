import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/forwardings/operations";
import { presentForwarding } from "@/lib/resources/forwardings/presenter";
import { listForwardings } from "@/lib/resources/forwardings/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listForwardings,
  async ({ actor, page }) => presentPage(page, await listForwardings(actor, page), "forwardings", presentForwarding),
);
