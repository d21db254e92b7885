import type { Actor } from "@/lib/auth/actor";
import { limitOf } from "@/lib/resources/plans/quota";
import { blocksOf } from "./blocks";

export interface PlanUsage {
  /** null for an administrator, who has none */
  plan: string | null;
  links: number;
  /** null where there is no limit */
  limit: number | null;
}

/** How many links somebody has, and may have. */
export async function planUsage(actor: Actor): Promise<PlanUsage> {
  const blocks = await blocksOf(actor.userId);
  const links = blocks.reduce((sum, block) => sum + block.links, 0);
  return { plan: actor.admin ? null : actor.plan.name, links, limit: limitOf(actor, "links") };
}
