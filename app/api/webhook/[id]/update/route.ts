import { endpoint } from "@/lib/http/endpoint";
import { changeWebhook } from "@/lib/resources/webhooks/operations";
import { updateWebhook } from "@/lib/resources/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeWebhook, async ({ actor, params, body }) => {
  await updateWebhook(actor, params.id, body);
  return { message: "The webhook has been changed." };
});
