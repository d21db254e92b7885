import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/channels/operations";
import { presentChannel } from "@/lib/channels/presenter";
import { listChannels } from "@/lib/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listChannels,
  async ({ actor, query }) => {
    const page = pageOf(query);
    return presentPage(page, await listChannels(actor, page), "channels", presentChannel);
  },
);
