import { endpoint } from "@/lib/http/endpoint";
import { rotateWebhook } from "@/lib/resources/webhooks/operations";
import { rotateSecret } from "@/lib/resources/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(rotateWebhook, async ({ actor, params }) => ({
  secret: await rotateSecret(actor, params.id),
}));
