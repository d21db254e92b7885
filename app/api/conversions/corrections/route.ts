import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentCorrection } from "@/lib/resources/conversions/presenter";
import * as operations from "@/lib/resources/conversions/schema";
import { listCorrections } from "@/lib/resources/conversions/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listCorrections,
  async ({ actor, query, page }) =>
    presentPage(page, await listCorrections(actor, query, page), "corrections", presentCorrection),
);
