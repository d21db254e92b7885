import { endpoint } from "@/lib/api/endpoint";
import { subscribeUser } from "@/lib/plans/operations";
import { subscribe } from "@/lib/plans/service";
import { formatTimestamp } from "@/lib/timestamp";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(subscribeUser, async ({ actor, params, body }) => {
  const { plan, expiresAt } = await subscribe(actor, params.planid, params.userid, body);
  const end = expiresAt ? ` until ${formatTimestamp(expiresAt)}` : "";
  return { message: `The user has the ${plan.name} plan${end}.` };
});
