import { endpoint } from "@/lib/http/endpoint";
import { showWebhook } from "@/lib/resources/webhooks/operations";
import { presentWebhook } from "@/lib/resources/webhooks/presenter";
import { getWebhook } from "@/lib/resources/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showWebhook, async ({ actor, params }) => ({
  data: presentWebhook(await getWebhook(actor, params.id)),
}));
