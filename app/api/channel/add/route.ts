import { endpoint } from "@/lib/http/endpoint";
import { addChannel } from "@/lib/resources/channels/operations";
import { presentChannel } from "@/lib/resources/channels/presenter";
import { createChannel } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addChannel, async ({ actor, body }) =>
  presentChannel(await createChannel(actor, body)),
);
