import type { OverlayCounts } from "@/lib/resources/overlays/counts";

/**
 * The share of impressions that led to a click or answer, or null without impressions. At most 1: visitors without
 * JavaScript can answer, but their impressions are not counted.
 */
export const responseRate = ({ impressions, responses }: Pick<OverlayCounts, "impressions" | "responses">) =>
  impressions > 0 ? Math.min(1, responses / impressions) : null;
