import { operation } from "@/lib/contract/operation";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { planItem, subscriptionBody, subscriptionParams } from "./schema";

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
