import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import * as schema from "./schema";

const tag = "Conversions";

export const listConversions = operation({
  method: "GET",
  path: "/api/conversions",
  permission: "conversions:read",
  tag,
  summary: "List your conversions",
  description: "Newest first. They are kept for three years.",
  query: schema.listConversionsQuery,
  result: schema.conversionList,
});

export const countConversions = operation({
  method: "GET",
  path: "/api/conversions/figures",
  permission: "conversions:read",
  tag,
  summary: "Count conversions",
  description: "Of one link, campaign or tag, or of all your links, in a period or since the beginning.",
  query: schema.figuresQuery,
  refuses: ["not_yours", "not_together"],
  result: schema.figuresResult,
});

export const addConversion = operation({
  method: "POST",
  path: "/api/conversion/add",
  permission: "conversions:write",
  tag,
  summary: "Add a conversion",
  description:
    "Reports what a visitor did after a click on one of your links with `trackconversions`, up to 90 days later. Send a `date` if you report it later: it counts on that day. Send an `externalid` so that a repeated report counts only once. A click has up to 100 conversions.",
  body: schema.newConversion,
  refuses: [
    ...(["click_unknown", "click_too_old", "click_conversions_full"] as const),
    ...(["conversion_in_future", "conversion_before_click", "conversion_too_late"] as const),
  ],
  result: schema.conversionAdded,
});

export const addConversions = operation({
  method: "POST",
  path: "/api/conversions/add",
  permission: "conversions:write",
  tag,
  summary: "Add many conversions",
  description:
    "Up to 1,000 at once. Each is handled like a separate request. `results` has one entry for each, in order. The response is a success even if some are rejected. Every hundred conversions count as one request toward the rate limit.",
  body: schema.addConversionsBody,
  maxValues: 10_000,
  cost: ({ conversions }) => Math.ceil(conversions.length / 100),
  result: z.object({ results: z.array(schema.conversionResult) }),
});
