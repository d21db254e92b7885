import { endpoint } from "@/lib/http/endpoint";
import { redeliver } from "@/lib/resources/webhooks/deliveries";
import * as operations from "@/lib/resources/webhooks/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.redeliver,
  async ({ actor, params, body }) => ({
    count: await redeliver(actor, params.id, body),
  }),
);
