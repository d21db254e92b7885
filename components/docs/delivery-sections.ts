/** The sections about what webhooks receive, by their anchors. */
export const deliverySections = ["receive", "verify", "local"] as const;
