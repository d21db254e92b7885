import { endpoint } from "@/lib/http/endpoint";
import { sendTest } from "@/lib/resources/webhooks/deliveries";
import { testWebhook } from "@/lib/resources/webhooks/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(testWebhook, async ({ actor, params }) => ({
  deliveryid: await sendTest(actor, params.id),
}));
