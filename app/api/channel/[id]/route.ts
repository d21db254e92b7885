import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import { showChannel } from "@/lib/channels/operations";
import { presentChannelItem } from "@/lib/channels/presenter";
import { listItems } from "@/lib/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showChannel, async ({ actor, params, query }) => {
  const page = pageOf(query);
  return presentPage(page, await listItems(actor, params.id, page), "items", presentChannelItem);
});
