import { endpoint } from "@/lib/http/endpoint";
import { changeChannel } from "@/lib/resources/channels/operations";
import { updateChannel } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeChannel, async ({ actor, params, body }) => {
  await updateChannel(actor, params.id, body);
  return { message: "The channel has been updated." };
});
