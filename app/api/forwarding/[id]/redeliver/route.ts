import { endpoint } from "@/lib/http/endpoint";
import { forwardAgain } from "@/lib/resources/forwardings/deliveries";
import * as operations from "@/lib/resources/forwardings/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.forwardAgain,
  async ({ actor, params, body }) => ({ count: await forwardAgain(actor, params.id, body) }),
);
