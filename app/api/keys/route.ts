import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentKey } from "@/lib/resources/api-keys/presenter";
import * as operations from "@/lib/resources/api-keys/schema";
import { listKeys } from "@/lib/resources/api-keys/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listKeys, async ({ actor, page }) => {
  return presentPage(page, await listKeys(actor, page), "keys", presentKey);
});
