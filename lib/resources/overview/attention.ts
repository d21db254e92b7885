import type { Actor } from "@/lib/auth/actor";
import { authorize, hasPermission } from "@/lib/auth/permissions";
import { db } from "@/lib/platform/database/db";
import { failingDestinations } from "@/lib/resources/links/destinations/checks";
import type { FailingDestination } from "@/lib/resources/links/failing";
import { type ListedLink, linksByIds } from "@/lib/resources/links/read";
import { readPlanUsage, type Usage } from "@/lib/resources/plans/usage";
import { waitingReports } from "@/lib/resources/reports/service";

/** Problems of an account that need attention, whichever links are shown. */
export interface Attention {
  /** links whose destination does not respond properly */
  failing: (FailingDestination & { link: ListedLink })[];
  /** domains that point elsewhere; suspended ones no longer serve links */
  domains: { id: number; host: string; suspended: boolean }[];
  /** limits of the plan that are reached or nearly reached */
  limits: { name: keyof Usage; used: number; limit: number }[];
  /** reported links that are waiting for an administrator */
  reports: number;
}

const MOST = 20;
const NEAR = 0.9;

export async function findAttention(actor: Actor): Promise<Attention> {
  authorize(actor, "links:read");
  const [failing, domains, limits, reports] = await Promise.all([
    failingLinks(actor),
    hasPermission(actor, "domains:read") ? misdirectedDomains(actor) : [],
    hasPermission(actor, "account:read") ? nearLimits(actor) : [],
    actor.admin ? waitingReports(actor) : 0,
  ]);
  return { failing, domains, limits, reports };
}

/** The links whose destinations have failed, the longest failing first. */
export async function failingLinks(actor: Actor): Promise<Attention["failing"]> {
  authorize(actor, "links:read");
  const failing = await failingDestinations(actor.userId, MOST);
  const links = await linksByIds(
    actor.userId,
    failing.map(({ id }) => id),
  );
  return failing.flatMap((found) => {
    const link = links.find(({ id }) => id === found.id);
    return link ? [{ ...found, link }] : [];
  });
}

async function misdirectedDomains({ userId }: Actor): Promise<Attention["domains"]> {
  const rows = await db.domain.findMany({
    where: { userId, OR: [{ status: "suspended" }, { status: "active", failingSince: { not: null } }] },
    orderBy: { id: "asc" },
    take: MOST,
  });
  return rows.map(({ id, host, status }) => ({ id, host, suspended: status === "suspended" }));
}

async function nearLimits(actor: Actor): Promise<Attention["limits"]> {
  const entries = Object.entries(await readPlanUsage(actor)) as [keyof Usage, Usage[keyof Usage]][];
  return entries.flatMap(([name, { used, limit }]) =>
    limit !== null && limit > 0 && used >= limit * NEAR ? [{ name, used, limit }] : [],
  );
}
