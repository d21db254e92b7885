import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/tags/schema";
import { listTags, presentTag } from "@/lib/resources/tags/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listTags, async ({ actor, page }) => {
  return presentPage(page, await listTags(actor, page), "tags", presentTag);
});
