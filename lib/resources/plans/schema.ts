import { clearable, flag, id, integer, name, optional, timestamp } from "@/lib/contract/fields";
import { messageResult, operation } from "@/lib/contract/operation";
import { refusing, z } from "@/lib/contract/zod";

/** A number, or `null` for no limit. The API shows `null` as 0, as clients of such services expect. */
const amount = z.int().min(1).nullable();

const feature = z.object({ enabled: z.boolean() });
const countedFeature = feature.extend({ count: z.int().min(0).nullable() });

/** The limits of a plan. `clicks` are per month, `retention` is the days that details of clicks are kept. */
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

/** In a form, an empty field means no limit. */
const typed = (minimum: number) =>
  z.preprocess((value) => (typeof value === "string" ? value.trim() || null : value), integer(minimum).nullable());
const typedCount = z.object({ enabled: flag(), count: typed(0) });
const typedFeature = z.object({ enabled: flag() });

const notPrice = refusing("not_a_price");

const price = z.preprocess(
  (value) => (typeof value === "string" && /^\s*\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) : value),
  z
    .number(notPrice)
    .min(0)
    .max(9_999_999_999)
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), notPrice),
);

const changes = {
  pricemonthly: clearable(price),
  priceyearly: clearable(price),
  pricelifetime: clearable(price),
};

const limits = planLimits.extend({
  links: typed(1),
  clicks: typed(1),
  retention: typed(1),
  ...{ team: typedCount, splash: typedCount, overlay: typedCount, pixels: typedCount, domain: typedCount },
  ...{ custom: typedFeature, multiple: typedFeature, alias: typedFeature, device: typedFeature, geo: typedFeature },
  ...{ bundle: typedFeature, parameters: typedFeature, export: typedFeature, api: typedFeature },
});

const storagemb = optional(integer(1, 1_000_000));

export const createPlanBody = z.object({ name: name(), free: optional(flag()), ...changes, storagemb, limits });
export const updatePlanBody = z.object({ name: optional(name()), ...changes, storagemb, limits: optional(limits) });

export type CreatePlan = z.infer<typeof createPlanBody>;
export type UpdatePlan = z.infer<typeof updatePlanBody>;

const shownAmount = (what: string) => z.int().min(0).describe(`${what}. 0: no limit.`);
const shownFeature = (what: string) => z.object({ enabled: z.enum(["0", "1"]) }).describe(what);
const shownCount = (what: string) =>
  z
    .object({ enabled: z.enum(["0", "1"]), count: z.string().meta({ example: "3" }) })
    .describe(`${what}. \`count\` is the limit; "0" means no limit if the feature is included.`);

const shownPrice = (example: number) => z.number().min(0).nullable().meta({ example });

/** A plan as the API shows it. */
export const planItem = z
  .object({
    id: z.int().meta({ example: 2 }),
    name: z.string().meta({ example: "Pro" }),
    free: z.boolean().meta({ example: false }),
    prices: z
      .object({ monthly: shownPrice(9), yearly: shownPrice(90), lifetime: shownPrice(270) })
      .nullable()
      .meta({ example: { monthly: 9, yearly: 90, lifetime: 270 } })
      .describe("`null` for a free plan, and for a billing period in which the plan is not sold."),
    limits: z.object({
      links: shownAmount("Links"),
      clicks: shownAmount("Clicks per month with full details. Links keep working beyond it"),
      retention: shownAmount("Days for which details of clicks are kept"),
      custom: shownFeature("Custom aliases"),
      team: shownCount("Team members"),
      splash: shownCount("Splash pages"),
      overlay: shownCount("CTA overlays"),
      pixels: shownCount("Pixels"),
      domain: shownCount("Branded domains"),
      multiple: shownFeature("A choice among several domains"),
      alias: shownFeature("Aliases under 5 characters"),
      device: shownFeature("Targeting by device"),
      geo: shownFeature("Targeting by country or language"),
      bundle: shownFeature("Campaigns"),
      parameters: shownFeature("Parameters added to the destination"),
      export: shownFeature("Exports"),
      api: shownFeature("Use of this API"),
    }),
  })
  .meta({ id: "Plan" });

export const subscriptionParams = z.object({
  planid: id().describe("The ID of the plan."),
  userid: id().describe("The ID of the user."),
});

export const subscriptionBody = z
  .object({
    type: z
      .enum(["monthly", "yearly", "lifetime"])
      .describe("Without `expiration`, the plan lasts for a calendar month, for a year, or without end."),
    expiration: optional(timestamp()).describe("When the plan ends (UTC). Overrides the duration of `type`."),
  })
  .meta({ example: { type: "monthly" } });

export type Subscription = z.infer<typeof subscriptionBody>;

const tag = "Plans";

export const listPlans = operation({
  method: "GET",
  path: "/api/plans",
  tag,
  summary: "List the plans",
  access: "admin",
  result: z.object({ data: z.array(planItem) }),
});

export const subscribeUser = operation({
  method: "PUT",
  path: "/api/plan/{planid}/user/{userid}",
  tag,
  summary: "Subscribe a user to a plan",
  description:
    "Without `expiration`, the subscription starts now. If the same plan is renewed before it ends, it starts at the current end. A month from the 31st ends on the last day of the next month. A free plan never ends, even if you send `expiration`. After a paid plan ends, the user is on the Free plan.",
  access: "admin",
  params: subscriptionParams,
  body: subscriptionBody,
  warns: ["plan_end_past"],
  result: messageResult,
});
