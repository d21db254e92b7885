import type { z } from "zod";
import { englishOf } from "@/lib/contract/errors";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { formatTimestamp } from "@/lib/contract/timestamp";

import type { WebhookEvent } from "./events";
import type { deliveryItem, webhookItem } from "./schema";
import type { ListedWebhook } from "./service";
import type { Delivery } from "./stored-deliveries";

export const presentWebhook = (webhook: ListedWebhook): z.infer<typeof webhookItem> => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  events: webhook.events as WebhookEvent[],
  linkid: webhook.linkId,
  campaignid: webhook.campaignId,
  tag: webhook.tag,
  status: webhook.status,
  failingsince: webhook.failingSince && formatTimestamp(webhook.failingSince),
  waiting: webhook.waiting,
  date: formatTimestamp(webhook.createdAt),
});

export const presentDelivery = (delivery: Delivery): z.infer<typeof deliveryItem> => ({
  id: Number(delivery.id),
  message: `msg_${delivery.message}`,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  next: delivery.status === "waiting" ? formatTimestamp(delivery.nextAt) : null,
  tried: delivery.triedAt && formatTimestamp(delivery.triedAt),
  duration: delivery.ms,
  answerstatus: delivery.answerStatus,
  answer: delivery.answer,
  problem: delivery.problem && englishOf({ code: delivery.problem as RefusalCode }),
  body: delivery.body,
  date: formatTimestamp(delivery.at),
});
