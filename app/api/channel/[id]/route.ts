import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentChannelItem } from "@/lib/resources/channels/presenter";
import { showChannel } from "@/lib/resources/channels/schema";
import { listItems } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showChannel,
  async ({ actor, params, page, setVersion }) => {
    const items = await listItems(actor, params.id, page);
    setVersion(items.channel.updatedAt);
    return presentPage(page, items, "items", presentChannelItem);
  },
);
