import type { Plan } from "@/generated/prisma/client";
import type { PlanLimits } from "@/lib/resources/plans/schema";

/** Limits that are a number. Empty means no limit. */
export const amounts = ["links", "clicks", "retention"] as const;
export const counted = ["domain", "pixels", "splash", "overlay", "team"] as const;
export const switched = [
  ...["custom", "alias", "multiple", "bundle", "parameters", "device", "geo", "export", "api"],
] as const satisfies (keyof PlanLimits)[];

/** Flags as the API writes them, because the editor counts booleans as no value. */
type Flag = "0" | "1";
export const flagOf = (enabled: boolean): Flag => (enabled ? "1" : "0");

type Amounts = Record<(typeof amounts)[number], string>;
type Counted = Record<(typeof counted)[number], { enabled: Flag; count: string }>;
type Switched = Record<(typeof switched)[number], { enabled: Flag }>;

export interface PlanForm {
  name: string;
  free: boolean;
  pricemonthly: string;
  priceyearly: string;
  pricelifetime: string;
  storagemb: string;
  limits: Amounts & Counted & Switched;
}

const typed = (amount: number | null) => String(amount ?? "");

const limitsForm = (limits: PlanLimits) =>
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => {
      if (limit === null || typeof limit === "number") return [name, typed(limit)];
      const enabled = flagOf(limit.enabled);
      return [name, "count" in limit ? { enabled, count: typed(limit.count) } : { enabled }];
    }),
  ) as PlanForm["limits"];

export const planForm = ({
  name,
  free,
  priceMonthly,
  priceYearly,
  priceLifetime,
  storageMb,
  limits,
}: Omit<Plan, "limits"> & { limits: PlanLimits }): PlanForm => ({
  name,
  free,
  pricemonthly: priceMonthly?.toString() ?? "",
  priceyearly: priceYearly?.toString() ?? "",
  pricelifetime: priceLifetime?.toString() ?? "",
  storagemb: String(storageMb),
  limits: limitsForm(limits),
});

/** A new plan starts with all features and no limits, except for storage. */
export const emptyPlan: PlanForm = {
  name: "",
  free: false,
  pricemonthly: "",
  priceyearly: "",
  pricelifetime: "",
  storagemb: "1024",
  limits: Object.fromEntries([
    ...amounts.map((name) => [name, ""]),
    ...counted.map((name) => [name, { enabled: "1", count: "" }]),
    ...switched.map((name) => [name, { enabled: "1" }]),
  ]) as PlanForm["limits"],
};
