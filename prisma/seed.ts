import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import type { PlanLimits } from "@/lib/resources/plans/schema";

const yes = { enabled: true };
const no = { enabled: false };
const upTo = (count: number | null) => ({ enabled: true, count });

const free: PlanLimits = {
  links: 500,
  clicks: 50_000,
  retention: 90,
  custom: yes,
  team: { enabled: false, count: 0 },
  splash: upTo(1),
  overlay: upTo(1),
  pixels: upTo(3),
  domain: upTo(1),
  multiple: yes,
  alias: no,
  device: yes,
  geo: yes,
  bundle: yes,
  parameters: yes,
  export: no,
  api: yes,
};

const pro: PlanLimits = {
  links: null,
  clicks: null,
  retention: 730,
  custom: yes,
  team: upTo(10),
  splash: upTo(null),
  overlay: upTo(null),
  pixels: upTo(null),
  domain: upTo(null),
  multiple: yes,
  alias: yes,
  device: yes,
  geo: yes,
  bundle: yes,
  parameters: yes,
  export: yes,
  api: yes,
};

/** Sees to the rows that every database has: plans, until an administrator has others, and the default domain. */
export async function seed(): Promise<void> {
  if ((await db.plan.count()) === 0) {
    await db.plan.createMany({
      data: [
        { name: "Free", free: true, limits: free, storageMb: 256 },
        { name: "Pro", priceMonthly: 9, priceYearly: 90, priceLifetime: 270, limits: pro, storageMb: 4096 },
      ],
      skipDuplicates: true,
    });
  }

  const { host, protocol } = new URL(baseUrl());
  const address = { host, scheme: protocol.slice(0, -1) };
  // It may have been a user's when the service had another address.
  const users = { host, userId: { not: null }, status: "active" } as const;
  if (env.APP_URL !== undefined) await db.domain.updateMany({ where: users, data: { status: "pending" } });
  const domain = await db.domain.findFirst({ where: { userId: null } });
  if (!domain) await db.domain.create({ data: address });
  // Without APP_URL the address is a guess, and of several instances on one database each makes another.
  else if (env.APP_URL === undefined) return;
  else if (domain.host !== host || domain.scheme !== address.scheme) {
    await db.domain.update({ where: { id: domain.id }, data: address });
  }
}
