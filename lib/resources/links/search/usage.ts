import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { clicksThisMonth } from "@/lib/resources/plans/clicks";
import { limitOf } from "@/lib/resources/plans/quota";
import { countLinks } from "./blocks";

export interface PlanUsage {
  /** null for an administrator, who has no plan */
  plan: string | null;
  links: number;
  /** null if there is no limit */
  limit: number | null;
  /** this month; clicks beyond the limit count in totals only */
  clicks: { used: number; limit: number | null };
}

/** How many links and clicks an account has, and its limits. */
export async function planUsage(actor: Actor): Promise<PlanUsage> {
  authorize(actor, "links:read");
  const [links, clicks] = await Promise.all([countLinks(actor.userId), clicksThisMonth(actor)]);
  return { plan: actor.unlimited ? null : actor.plan.name, links, limit: limitOf(actor, "links"), clicks };
}
