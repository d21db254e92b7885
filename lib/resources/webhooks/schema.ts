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
  .describe("What to be told of.")
  .meta({ example: ["link.created", "link.clicked"] });

const fields = {
  url: destination()
    .describe("Where events are sent: an `https` address.")
    .meta({ example: "https://example.com/hooks" }),
  events,
  name: name().describe("What it is for."),
};

export const createWebhookBody = z
  .object({
    url: fields.url,
    events: fields.events,
    name: optional(fields.name).describe("What it is for."),
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
      "`paused` keeps events for later, `active` sends what has waited.",
    ),
  })
  .meta({ example: { name: "Orders", status: "paused" } });

export type UpdateWebhook = z.infer<typeof updateWebhookBody>;

export const webhookItem = z
  .object({
    id: id(),
    name: z.string().meta({ example: "Orders" }),
    url: fields.url,
    events: z.array(z.enum(webhookEvents)).describe("What it is told of."),
    linkid: id().nullable().describe("Only events of this link; `null`: of all."),
    campaignid: id().nullable().describe("Only events of the links in this campaign; `null`: of all."),
    tag: z.string().nullable().describe("Only events of links with this tag; `null`: of all.").meta({ example: null }),
    status: z
      .enum(["active", "paused", "failing"])
      .describe("`failing`: paused by the service, since the endpoint has taken nothing for three days."),
    failingsince: timestamp().nullable().describe("Since when no delivery has succeeded (UTC); `null`: they do."),
    waiting: z.int().describe("How many deliveries wait.").meta({ example: 0 }),
    date: timestamp().describe("When it was made (UTC)."),
  })
  .meta({ id: "Webhook" });

export const webhookList = pageResult("webhooks", webhookItem);

export const secret = z
  .string()
  .describe("The secret that deliveries are signed with. It is shown this once.")
  .meta({ example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5N1mK3e2Q0c=" });

export const deliveryItem = z
  .object({
    id: id(),
    message: z
      .string()
      .describe("The `webhook-id` that it is sent with, at each attempt.")
      .meta({ example: "msg_0f9d3c1e-4f7e-4c2b-9f0a-2b1f6f0f8f11" }),
    type: z.string().meta({ example: "link.created" }),
    status: z.enum(["waiting", "delivered", "failed"]).describe("`failed`: given up after three days."),
    attempts: z.int().describe("How often it was tried.").meta({ example: 1 }),
    next: timestamp().nullable().describe("When it is tried next (UTC); `null`: no more."),
    tried: timestamp().nullable().describe("When it was last tried (UTC)."),
    duration: z.int().nullable().describe("How long that took, in milliseconds.").meta({ example: 84 }),
    answerstatus: z.int().nullable().describe("The status that was answered; `null`: none.").meta({ example: 200 }),
    answer: z.string().nullable().describe("The first KiB of what was answered."),
    problem: z.string().nullable().describe("Why there was no answer.").meta({ example: null }),
    body: z.string().nullable().describe("What is sent; `null`: not made yet."),
    date: timestamp().describe("When the event happened (UTC)."),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveryList = pageResult("deliveries", deliveryItem);

export const redeliverBody = z
  .object({
    deliveryid: optional(id()).describe("This one."),
    from: optional(timestamp("start")).describe("All events from this moment on (UTC)."),
    to: optional(timestamp("end")).describe("All events until this moment (UTC)."),
  })
  .meta({ example: { deliveryid: 12 } });

export type Redeliver = z.infer<typeof redeliverBody>;
