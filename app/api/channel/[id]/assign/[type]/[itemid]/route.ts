import { endpoint } from "@/lib/http/endpoint";
import { assignChannel } from "@/lib/resources/channels/schema";
import { assignToChannel } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(assignChannel, async ({ actor, params }) => {
  await assignToChannel(actor, params.id, params.type, params.itemid);
  return { message: "The item has been added to the channel." };
});
