import { endpoint } from "@/lib/api/endpoint";
import { addChannel } from "@/lib/channels/operations";
import { presentChannel } from "@/lib/channels/presenter";
import { createChannel } from "@/lib/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addChannel, async ({ actor, body }) =>
  presentChannel(await createChannel(actor, body)),
);
