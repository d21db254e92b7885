import type { OverlayCounts } from "@/lib/resources/overlays/counts";

/** How many of those who saw an overlay did what it asks for; null where nobody saw it. Without scripts one is not told of, and may answer. */
export const rateOf = ({ impressions, responses }: Pick<OverlayCounts, "impressions" | "responses">) =>
  impressions > 0 ? Math.min(1, responses / impressions) : null;
