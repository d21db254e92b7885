import { endpoint } from "@/lib/http/endpoint";
import { removeWebhook } from "@/lib/resources/webhooks/operations";
import { deleteWebhook } from "@/lib/resources/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeWebhook, async ({ actor, params }) => {
  await deleteWebhook(actor, params.id);
  return { message: "The webhook has been deleted." };
});
