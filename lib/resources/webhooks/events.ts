/** The events for webhooks. `changes.ts` makes most of them; the drain adds visits. */
export const webhookEvents = [
  "link.created",
  "link.updated",
  "link.archived",
  "link.deleted",
  "link.restored",
  "link.clicked",
  "link.limit_reached",
  "link.expired",
  "link.unreachable",
  "split.decided",
  "conversion.created",
  "conversion.corrected",
  "qr.scanned",
  "bio.clicked",
  "overlay.answered",
  "domain.verified",
  "domain.failed",
  "member.added",
  "member.removed",
  "import.finished",
  "limit.near",
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent to test a webhook. Webhooks cannot subscribe to it. */
export const testEvent = "webhook.test";
