import { allOptional, id, name, optional, timestamp } from "@/lib/contract/fields";
import { destination } from "@/lib/contract/link-fields";
import { pageResult } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";
import { webhookEvents } from "./events";

const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(100)
  .transform((list) => [...new Set(list)])
  .describe("The events to send.")
  .meta({ example: ["link.created", "link.clicked"] });

const fields = {
  url: destination()
    .describe("The `https` URL that events are sent to.")
    .meta({ example: "https://example.com/hooks" }),
  events,
  name: name().describe("A name of your choice."),
};

export const createWebhookBody = z
  .object({
    url: fields.url,
    events: fields.events,
    name: optional(fields.name).describe("A name of your choice."),
    linkid: optional(id()).describe("Only events of this link."),
    campaignid: optional(id()).describe("Only events of the links in this campaign."),
    tag: optional(z.string().trim().min(1).max(100)).describe("Only events of links with this tag."),
  })
  .meta({ example: { url: "https://example.com/hooks", events: ["link.created", "link.clicked"] } });

export type CreateWebhook = z.infer<typeof createWebhookBody>;

export const updateWebhookBody = z
  .object({
    ...allOptional(fields),
    status: optional(z.enum(["active", "paused"])).describe(
      "`paused` keeps events for later; `active` sends the waiting ones.",
    ),
  })
  .meta({ example: { name: "Orders", status: "paused" } });

export type UpdateWebhook = z.infer<typeof updateWebhookBody>;

export const webhookItem = z
  .object({
    id: id(),
    name: z.string().meta({ example: "Orders" }),
    url: fields.url,
    events: z.array(z.enum(webhookEvents)).describe("The events that are sent."),
    linkid: id().nullable().describe("Only events of this link. `null`: no such restriction."),
    campaignid: id().nullable().describe("Only events of the links in this campaign. `null`: no such restriction."),
    tag: z
      .string()
      .nullable()
      .describe("Only events of links with this tag. `null`: no such restriction.")
      .meta({ example: null }),
    status: z
      .enum(["active", "paused", "failing"])
      .describe("`failing`: paused by the service, because nothing could be delivered for three days."),
    failingsince: timestamp()
      .nullable()
      .describe("The time since which no delivery has succeeded (UTC). `null`: deliveries succeed."),
    waiting: z.int().describe("The number of waiting deliveries.").meta({ example: 0 }),
    date: timestamp().describe("When it was created (UTC)."),
  })
  .meta({ id: "Webhook" });

export const webhookList = pageResult("webhooks", webhookItem);

export const secret = z
  .string()
  .describe("The secret that deliveries are signed with. It is shown only once.")
  .meta({ example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5N1mK3e2Q0c=" });

export const deliveryItem = z
  .object({
    id: id(),
    message: z
      .string()
      .describe("Its `webhook-id`, the same at each attempt.")
      .meta({ example: "msg_0f9d3c1e-4f7e-4c2b-9f0a-2b1f6f0f8f11" }),
    type: z.string().meta({ example: "link.created" }),
    status: z.enum(["waiting", "delivered", "failed"]).describe("`failed`: not delivered within three days."),
    attempts: z.int().describe("The number of attempts.").meta({ example: 1 }),
    next: timestamp().nullable().describe("When the next attempt is due (UTC). `null`: there is none."),
    tried: timestamp().nullable().describe("When the last attempt was made (UTC)."),
    duration: z.int().nullable().describe("How long the last attempt took, in milliseconds.").meta({ example: 84 }),
    answerstatus: z
      .int()
      .nullable()
      .describe("The HTTP status of the response. `null`: no response.")
      .meta({ example: 200 }),
    answer: z.string().nullable().describe("The first KiB of the response."),
    problem: z.string().nullable().describe("Why there was no response.").meta({ example: null }),
    body: z.string().nullable().describe("The body of the request. `null`: not created yet."),
    date: timestamp().describe("When the event happened (UTC)."),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveryList = pageResult("deliveries", deliveryItem);

export const redeliverBody = z
  .object({
    deliveryid: optional(id()).describe("Send only this delivery again."),
    from: optional(timestamp("start")).describe("Deliveries of events from this time on (UTC)."),
    to: optional(timestamp("end")).describe("Deliveries of events until this time (UTC)."),
  })
  .meta({ example: { deliveryid: 12 } });

export type Redeliver = z.infer<typeof redeliverBody>;
