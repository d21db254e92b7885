import { endpoint } from "@/lib/http/endpoint";
import { testForwarding } from "@/lib/resources/forwardings/deliveries";
import * as operations from "@/lib/resources/forwardings/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.testForwarding,
  async ({ actor, params }) => ({ deliveryid: await testForwarding(actor, params.id) }),
);
