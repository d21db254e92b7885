import type { Domain } from "@/generated/prisma/client";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { applyDnsReport, mailDomainOwner } from "./claims";

import { checkDns, verification } from "./verify";

const dayMs = 86_400_000;
/** How long an active domain may point elsewhere before it is suspended. */
const graceMs = 3 * dayMs;
const atOnce = 8;

/** Checks every domain that is due, each once a day. Each domain is checked by one process, however many run. */
export async function recheckDomains(): Promise<void> {
  if (verification() === "off") return;
  for (;;) {
    // If DNS or this process fails, the domain is due again in an hour.
    const due = await statement<{ id: number }>(
      `UPDATE domains SET check_at = now() + interval '1 hour' WHERE id IN (
        SELECT id FROM domains WHERE check_at <= now() AND user_id IS NOT NULL
          AND NOT EXISTS (SELECT FROM account_deletions WHERE account_deletions.user_id = domains.user_id)
        ORDER BY check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING id`,
      [atOnce],
    );
    if (due.length === 0) return;
    const domains = await db.domain.findMany({ where: { id: { in: due.map(({ id }) => id) } } });
    await Promise.all(domains.map(recheck));
  }
}

async function recheck(domain: Domain): Promise<void> {
  const report = await checkDns(domain.host);
  // A DNS failure reveals nothing about the domain.
  if (report.certain) {
    await db.domain.updateMany({ where: { id: domain.id }, data: { checkAt: new Date(Date.now() + dayMs) } });
  }
  if (report.problem === null) await applyDnsReport(domain, report);
  else if (report.certain && domain.status === "active") await fail(domain);
}

/** The updates are conditional: they keep concurrent changes, and the owner is notified once. */
async function fail(domain: Domain): Promise<void> {
  const active = { id: domain.id, status: "active" } as const;
  const now = Date.now();
  const data = { failingSince: new Date(now) };
  const { count: began } = await db.domain.updateMany({ where: { ...active, failingSince: null }, data });
  if (began > 0) return mailDomainOwner(domain, "failing");
  const { count: ended } = await db.domain.updateMany({
    where: { ...active, failingSince: { lte: new Date(now - graceMs) } },
    data: { status: "suspended" },
  });
  if (ended === 0) return;
  announce("domain_changed");
  await mailDomainOwner(domain, "suspended");
}
