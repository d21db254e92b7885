import { endpoint } from "@/lib/http/endpoint";
import { presentChannel } from "@/lib/resources/channels/presenter";
import { addChannel } from "@/lib/resources/channels/schema";
import { createChannel } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addChannel, async ({ actor, body }) =>
  presentChannel(await createChannel(actor, body)),
);
