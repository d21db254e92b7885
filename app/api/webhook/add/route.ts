import { endpoint } from "@/lib/http/endpoint";
import { addWebhook } from "@/lib/resources/webhooks/operations";
import { createWebhook } from "@/lib/resources/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addWebhook, ({ actor, body }) =>
  createWebhook(actor, body),
);
