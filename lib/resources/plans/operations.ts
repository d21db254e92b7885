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
    "Without `expiration` the subscription lasts from now, or from its present end where the same plan is renewed " +
    "before it ends. The 31st plus a month is the next month's last day. A free plan has no end, whatever is sent. " +
    "A user whose plan has ended counts as Free from that moment.",
  access: "admin",
  params: subscriptionParams,
  body: subscriptionBody,
  result: messageResult,
});
