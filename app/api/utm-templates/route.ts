import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/utm-templates/schema";
import { listUtmTemplates, presentUtmTemplate } from "@/lib/resources/utm-templates/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listUtmTemplates,
  async ({ actor, page }) => {
    return presentPage(page, await listUtmTemplates(actor, page), "templates", presentUtmTemplate);
  },
);
