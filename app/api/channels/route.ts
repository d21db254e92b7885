import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentChannel } from "@/lib/resources/channels/presenter";
import * as operations from "@/lib/resources/channels/schema";
import { listChannels } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listChannels, async ({ actor, page }) => {
  return presentPage(page, await listChannels(actor, page), "channels", presentChannel);
});
