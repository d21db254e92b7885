import type { z } from "zod";
import type { Plan } from "@/generated/prisma/client";
import { readLimits } from "./quota";
import type { PlanLimits, planItem } from "./schema";

type PlanItem = z.infer<typeof planItem>;

export function presentPlan({ id, name, free, limits, priceMonthly, priceYearly, priceLifetime }: Plan): PlanItem {
  const price = (amount: Plan["priceMonthly"]) => amount?.toNumber() ?? null;
  const prices = { monthly: price(priceMonthly), yearly: price(priceYearly), lifetime: price(priceLifetime) };
  return { id, name, free, prices: free ? null : prices, limits: presentLimits(readLimits(limits)) };
}

/** Flags and counts are texts, and no limit is 0. */
function presentLimits(limits: PlanLimits): PlanItem["limits"] {
  const present = (limit: PlanLimits[keyof PlanLimits]) => {
    if (limit === null || typeof limit === "number") return limit ?? 0;
    const enabled = limit.enabled ? "1" : "0";
    return "count" in limit ? { enabled, count: String(limit.count ?? 0) } : { enabled };
  };
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, present(limit)]),
  ) as PlanItem["limits"];
}
