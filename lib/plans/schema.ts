import { z } from "@/lib/zod";

/** How many, or `null` for as many as one likes. */
const amount = z.int().min(0).nullable();

const feature = z.object({ enabled: z.boolean() });
const countedFeature = feature.extend({ count: amount });

/** What a plan allows. `clicks` is a month's, `retention` the days that a click's detail is kept. */
export const planLimits = z.object({
  links: amount,
  clicks: amount,
  retention: amount,
  custom: feature,
  team: countedFeature,
  splash: countedFeature,
  overlay: countedFeature,
  pixels: countedFeature,
  domain: countedFeature,
  multiple: feature,
  alias: feature,
  device: feature,
  geo: feature,
  bundle: feature,
  parameters: feature,
  export: feature,
  api: feature,
});

export type PlanLimits = z.infer<typeof planLimits>;
