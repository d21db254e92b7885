/** The events for webhooks. Most follow from the audit log, in prisma/sql/webhooks.sql; visits from the drain. */
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
  "conversion.created",
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

/** Sent when someone tries a webhook; nobody subscribes to it. */
export const testEvent = "webhook.test";
