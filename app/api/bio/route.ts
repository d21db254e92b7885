import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import * as operations from "@/lib/resources/bio-pages/schema";
import { listBioPages } from "@/lib/resources/bio-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listBioPages, async ({ actor, page }) => {
  return presentPage(page, await listBioPages(actor, page), "bio", presentBioPage);
});
