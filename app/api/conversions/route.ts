import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentConversion } from "@/lib/resources/conversions/presenter";
import * as operations from "@/lib/resources/conversions/schema";
import { listConversions } from "@/lib/resources/conversions/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listConversions,
  async ({ actor, query, page }) =>
    presentPage(page, await listConversions(actor, query, page), "conversions", presentConversion),
);
