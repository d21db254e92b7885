import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/domains/operations";
import { presentDomain } from "@/lib/domains/presenter";
import { listDomains } from "@/lib/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listDomains, async ({ actor, query }) => {
  const page = pageOf(query);
  return presentPage(page, await listDomains(actor, page), "domains", presentDomain);
});
