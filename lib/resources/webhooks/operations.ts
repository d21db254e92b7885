import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import * as schema from "./schema";

const tag = "Webhooks";
const params = z.object({ id: id().describe("The id of the webhook.") });
const read = { tag, permission: "webhooks:read" } as const;
const write = { tag, permission: "webhooks:write" } as const;

export const listWebhooks = operation({
  ...read,
  method: "GET",
  path: "/api/webhooks",
  summary: "List your webhooks",
  query: pageQuery,
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

export const addWebhook = operation({
  ...write,
  method: "POST",
  path: "/api/webhook/add",
  summary: "Add a webhook",
  description:
    "Events are sent to its address as the Standard Webhooks specification says, signed with its secret. Send one of `linkid`, `campaignid` and `tag` to be told of these links alone.",
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
  description: "What was sent is changed. With the status `active` deliveries that wait are sent at once, in order.",
  params,
  body: schema.updateWebhookBody,
  refuses: ["webhook_not_https", "fetch_not_public"],
  result: messageResult,
});

export const removeWebhook = operation({
  ...write,
  method: "DELETE",
  path: "/api/webhook/{id}/delete",
  summary: "Delete a webhook",
  description: "Its deliveries are deleted with it.",
  params,
  result: messageResult,
});

export const rotateWebhook = operation({
  ...write,
  method: "POST",
  path: "/api/webhook/{id}/rotate",
  summary: "Give a webhook a new secret",
  description: "For a day deliveries are signed with the new and the old one.",
  params,
  secret: true,
  result: z.object({ secret: schema.secret }),
});

export const testWebhook = operation({
  ...write,
  method: "POST",
  path: "/api/webhook/{id}/test",
  summary: "Send a test event",
  description: "An event of the type `webhook.test`. It is among the deliveries.",
  params,
  refuses: ["webhook_paused"],
  result: z.object({ deliveryid: schema.deliveryItem.shape.id }),
});

export const listDeliveries = operation({
  ...read,
  method: "GET",
  path: "/api/webhook/{id}/deliveries",
  summary: "List deliveries of a webhook",
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
    "One, or all of a period; without either, all that were given up. They have the ids and bodies that they had.",
  params,
  body: schema.redeliverBody,
  refuses: ["not_together", "webhook_paused"],
  result: z.object({ count: z.int().describe("How many are sent again.").meta({ example: 1 }) }),
});
