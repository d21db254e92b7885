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

export const correctConversion = operation({
  method: "PUT",
  path: "/api/conversion/update",
  permission: "conversions:write",
  tag,
  summary: "Correct a conversion",
  description:
    "Changes the amount of a conversion that you reported with an `externalid`, or withdraws it after a refund. It then counts with the new amount, or no longer, on its own day and in all figures. Each change is kept in `GET /api/conversions/corrections` and sends `conversion.corrected`. A conversion has up to 100 corrections.",
  body: schema.correctConversionBody,
  refuses: [
    ...(["conversion_unknown", "conversion_without_amount", "conversion_currency_differs"] as const),
    "conversion_corrections_full",
  ],
  result: schema.conversionCorrected,
});

export const listCorrections = operation({
  method: "GET",
  path: "/api/conversions/corrections",
  permission: "conversions:read",
  tag,
  summary: "List corrections of conversions",
  description: "Newest first. They are kept as long as their conversion.",
  query: schema.listCorrectionsQuery,
  result: schema.correctionList,
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
