import { messageResult, operation, resourceOperations } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";
import { deliveryItem, deliveryList, redeliverBody } from "@/lib/resources/webhooks/schema";
import * as schema from "./schema";

const { read, write, params, list, add, remove } = resourceOperations({
  tag: "Forwarding",
  one: "a forwarding",
  path: "/api/forwarding",
  permission: "forwardings",
  idIs: "The ID of the forwarding.",
});
const settingRefusals = [
  "webhook_not_https",
  "fetch_not_public",
  "forwarding_site_invalid",
  "forwarding_unused",
  "forwarding_host_changes",
  "forwarding_placeholder_unknown",
  "forwarding_body_invalid",
] as const;

export const listForwardings = list({
  path: "/api/forwardings",
  summary: "List your forwardings",
  result: schema.forwardingList,
});

export const showForwarding = operation({
  ...read,
  method: "GET",
  path: "/api/forwarding/{id}",
  summary: "Show a forwarding",
  params,
  result: z.object({ data: schema.forwardingItem }),
});

export const addForwarding = add({
  description:
    "Clicks by people and conversions are sent to the service in the form that it expects. Bots and visitors who ask not to be tracked are left out. Send one of `linkid`, `campaignid` and `tag` to forward only these links.",
  body: schema.createForwardingBody,
  refuses: ["not_yours", "not_together", ...settingRefusals],
  result: z.object({ id: schema.forwardingItem.shape.id }),
});

export const changeForwarding = operation({
  ...write,
  method: "PUT",
  path: "/api/forwarding/{id}/update",
  summary: "Change a forwarding",
  description:
    "Fields that you do not send stay as they are. If the scheme, host or port of `url` changes, send the token again. With the status `active`, or with a new token after the old one was refused, waiting deliveries are sent at once.",
  params,
  body: schema.updateForwardingBody,
  refuses: ["forwarding_token_again", ...settingRefusals],
  result: messageResult,
});

export const removeForwarding = remove({
  description: "Its deliveries are deleted, too.",
});

export const testForwarding = operation({
  ...write,
  method: "POST",
  path: "/api/forwarding/{id}/test",
  summary: "Forward a test event",
  description:
    "Sends an event that is marked as a test. For Google Analytics, it goes to the validation server, which reports errors. Other services record it.",
  params,
  refuses: ["forwarding_paused"],
  result: z.object({ deliveryid: deliveryItem.shape.id }),
});

export const listForwarded = operation({
  ...read,
  method: "GET",
  path: "/api/forwarding/{id}/deliveries",
  summary: "List deliveries of a forwarding",
  description: "Newest first. They are kept for 30 days. `body` is the whole request, without the token.",
  params,
  query: pageQuery,
  result: deliveryList,
});

export const forwardAgain = operation({
  ...write,
  method: "POST",
  path: "/api/forwarding/{id}/redeliver",
  summary: "Forward events again",
  description:
    "Send `deliveryid` for one delivery, or `from` and `to` for all of a period. Without them, all failed deliveries are sent again. Events keep their IDs.",
  params,
  body: redeliverBody,
  refuses: ["not_together", "forwarding_paused"],
  result: z.object({ count: z.int().describe("The number of deliveries that are sent again.").meta({ example: 1 }) }),
});
