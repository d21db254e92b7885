import { endpoint } from "@/lib/http/endpoint";
import { addForwarding } from "@/lib/resources/forwardings/operations";
import { createForwarding } from "@/lib/resources/forwardings/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addForwarding, async ({ actor, body }) => ({
  id: await createForwarding(actor, body),
}));
