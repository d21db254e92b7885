import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentEntry } from "@/lib/resources/audit/presenter";
import * as operations from "@/lib/resources/audit/schema";
import { listAudit } from "@/lib/resources/audit/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listAudit,
  async ({ actor, query, page }) => {
    return presentPage(page, await listAudit(actor, query, page), "entries", presentEntry);
  },
);
