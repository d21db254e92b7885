/** The sections of the guide, by their anchors. */
export const guideSections = [
  "quick-start",
  "authentication",
  "values",
  "errors",
  "pagination",
  "idempotency",
  "versions",
  "rate-limit",
] as const;

/** The sections about what webhooks receive, by their anchors. */
export const deliverySections = ["receive", "verify", "local"] as const;
