import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentDomain } from "@/lib/resources/domains/presenter";
import * as operations from "@/lib/resources/domains/schema";
import { listDomains } from "@/lib/resources/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listDomains, async ({ actor, page }) => {
  return presentPage(page, await listDomains(actor, page), "domains", presentDomain);
});
