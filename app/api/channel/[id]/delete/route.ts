import { endpoint } from "@/lib/api/endpoint";
import { removeChannel } from "@/lib/channels/operations";
import { deleteChannel } from "@/lib/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeChannel, async ({ actor, params }) => {
  await deleteChannel(actor, params.id);
  return { message: "The channel has been deleted. What was in it is unassigned." };
});
