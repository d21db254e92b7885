import { messageResult, operation, resourceOperations } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";
import * as schema from "./schema";

const { read, write, params, list, add, remove } = resourceOperations({
  tag: "Webhooks",
  one: "a webhook",
  path: "/api/webhook",
  permission: "webhooks",
  idIs: "The ID of the webhook.",
});

export const listWebhooks = list({
  path: "/api/webhooks",
  summary: "List your webhooks",
  result: schema.webhookList,
});

export const showWebhook = operation({
  ...read,
  method: "GET",
  path: "/api/webhook/{id}",
  summary: "Show a webhook",
  params,
  result: z.object({ data: schema.webhookItem }),
});

export const addWebhook = add({
  description:
    "Events are sent to its address and signed with its secret, as the Standard Webhooks specification describes. Send `linkid`, `campaignid` or `tag` to get only events of these links.",
  body: schema.createWebhookBody,
  refuses: ["not_yours", "not_together", "webhook_not_https", "fetch_not_public"],
  secret: true,
  result: z.object({ id: schema.webhookItem.shape.id, secret: schema.secret }),
});

export const changeWebhook = operation({
  ...write,
  method: "PUT",
  path: "/api/webhook/{id}/update",
  summary: "Change a webhook",
  description:
    "Fields that you do not send stay as they are. If you set `status` to `active`, waiting deliveries are sent at once, in order.",
  params,
  body: schema.updateWebhookBody,
  refuses: ["webhook_not_https", "fetch_not_public"],
  result: messageResult,
});

export const removeWebhook = remove({
  description: "Its deliveries are deleted, too.",
});

export const rotateWebhook = operation({
  ...write,
  method: "POST",
  path: "/api/webhook/{id}/rotate",
  summary: "Replace a webhook's secret",
  description: "For 24 hours, deliveries are signed with both the new and the old secret.",
  params,
  secret: true,
  result: z.object({ secret: schema.secret }),
});

export const testWebhook = operation({
  ...write,
  method: "POST",
  path: "/api/webhook/{id}/test",
  summary: "Send a test event",
  description: "Sends an event of the type `webhook.test`. It appears in the list of deliveries.",
  params,
  refuses: ["webhook_paused"],
  result: z.object({ deliveryid: schema.deliveryItem.shape.id }),
});

export const listDeliveries = operation({
  ...read,
  method: "GET",
  path: "/api/webhook/{id}/deliveries",
  summary: "List a webhook's deliveries",
  description: "Newest first. They are kept for 30 days.",
  params,
  query: pageQuery,
  result: schema.deliveryList,
});

export const redeliver = operation({
  ...write,
  method: "POST",
  path: "/api/webhook/{id}/redeliver",
  summary: "Send deliveries again",
  description:
    "Send `deliveryid` for one delivery, or `from` and `to` for all of a period. Without them, all failed deliveries are sent again. IDs and bodies stay the same.",
  params,
  body: schema.redeliverBody,
  refuses: ["not_together", "webhook_paused"],
  result: z.object({ count: z.int().describe("The number of deliveries that are sent again.").meta({ example: 1 }) }),
});
