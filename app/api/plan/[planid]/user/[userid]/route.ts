import { formatTimestamp } from "@/lib/contract/timestamp";
import { endpoint } from "@/lib/http/endpoint";
import { subscribeUser } from "@/lib/resources/plans/schema";
import { subscribe } from "@/lib/resources/plans/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(subscribeUser, async ({ actor, params, body }) => {
  const { plan, expiresAt } = await subscribe(actor, params.planid, params.userid, body);
  const end = expiresAt ? ` until ${formatTimestamp(expiresAt)}` : "";
  return { message: `The user has the ${plan.name} plan${end}.` };
});
