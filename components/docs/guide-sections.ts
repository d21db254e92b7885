/** The sections of the guide, by their anchors. */
export const guideSections = [
  "quick-start",
  "authentication",
  "values",
  "errors",
  "pagination",
  "idempotency",
  "rate-limit",
] as const;
