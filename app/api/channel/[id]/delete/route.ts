import { endpoint } from "@/lib/http/endpoint";
import { removeChannel } from "@/lib/resources/channels/schema";
import { deleteChannel } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeChannel, async ({ actor, params }) => {
  await deleteChannel(actor, params.id);
  return { message: "The channel has been deleted. Its items are no longer assigned to it." };
});
