import { endpoint } from "@/lib/api/endpoint";
import { changeChannel } from "@/lib/channels/operations";
import { updateChannel } from "@/lib/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeChannel, async ({ actor, params, body }) => {
  await updateChannel(actor, params.id, body);
  return { message: "The channel has been updated." };
});
