import type { Domain } from "@/generated/prisma/client";
import { advisoryLocks } from "@/lib/platform/advisory-lock";
import { announce } from "@/lib/platform/changes";
import { db, isGone, isTaken, type Transaction } from "@/lib/platform/db";
import { isReservedHost } from "./host";
import { tellDomainOwner } from "./notices";
import { proofRecord } from "./proof";

import { type DnsReport, verification } from "./verify";

/** An account's wish for a host. The DNS says whether a host leads here, not whose it is: several may claim it. */
export type Claim = Pick<Domain, "userId" | "host">;

/**
 * What stands between a claim and a host that leads here: nothing; the missing proof that it is the account's, since
 * others have, had or want it too; or an account that has it and has proof.
 */
export type Standing = "clear" | "unproven" | "taken";

const dayMs = 86_400_000;
/** How long a removed name stays its last account's. After that this one, too, has to prove that it still is. */
const keptForDays = 30;

/** Those of the claims whose host another account has, had or asked for. */
export async function contested<C extends Claim>(claims: C[], tx: Transaction = db): Promise<C[]> {
  const hosts = claims.map(({ host }) => host);
  const [rivals, former] = await Promise.all([
    tx.domain.findMany({ where: { host: { in: hosts }, userId: { not: null } } }),
    tx.formerDomain.findMany({ where: { host: { in: hosts } } }),
  ]);
  const keptSince = Date.now() - keptForDays * dayMs;
  return claims.filter(
    ({ host, userId }) =>
      rivals.some((rival) => rival.host === host && rival.userId !== userId) ||
      former.some((row) => row.host === host && (row.userId !== userId || row.removedAt.getTime() < keptSince)),
  );
}

/**
 * Makes room for a claim, where nothing stands in its way: whoever has the host loses it, and waits for proof again.
 * Their links stay theirs, with their own row, and nobody is served them. All claims to a host take turns until the
 * transaction ends. `report` is null where the DNS is not asked.
 */
export async function clearFor(tx: Transaction, claim: Claim, report: DnsReport | null) {
  const { host, userId } = claim;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${host}, ${advisoryLocks.domainHost}))`;
  const others = { host, userId: { not: userId }, status: { not: "pending" } } as const;
  const holders = await tx.domain.findMany({ where: others });
  const standing = await standingOf(tx, claim, holders, report);
  if (standing !== "clear") return { standing, losers: [] };
  await tx.domain.updateMany({ where: others, data: { status: "pending", failingSince: null } });
  await tx.formerDomain.deleteMany({ where: { host } });
  return { standing, losers: holders };
}

async function standingOf(
  tx: Transaction,
  claim: Claim,
  holders: Domain[],
  report: DnsReport | null,
): Promise<Standing> {
  if (isReservedHost(claim.host)) return "taken";
  if (!report) return holders.length > 0 ? "taken" : "clear";
  if ((await contested([claim], tx)).length === 0) return "clear";
  if (!isProven(claim, report)) return "unproven";
  return holders.some((holder) => isProven(holder, report)) ? "taken" : "clear";
}

const isProven = ({ userId, host }: Claim, { proofs }: DnsReport): boolean =>
  userId !== null && (proofs?.includes(proofRecord(userId, host).value) ?? false);

/** For when the transaction in which a claim was cleared has ended. */
export function afterClaim(losers: Domain[]): void {
  announce("domain_changed");
  for (const loser of losers) void tellDomainOwner(loser, "lost");
}

/** The domain as it is after what the DNS says of it. That it does not lead here changes nothing: see `recheckDomains`. */
export async function settle(domain: Domain, report: DnsReport): Promise<Domain> {
  if (verification() === "off") return domain.status === "active" ? domain : activate(domain, null);
  if (report.problem !== null) return domain;
  if (domain.status !== "active") return activate(domain, report);
  if (domain.failingSince === null) return domain;
  await db.domain.updateMany({ where: { id: domain.id, status: "active" }, data: { failingSince: null } });
  return { ...domain, failingSince: null };
}

/** The domain, active from now on where nothing stands in the way. `report` is null where the DNS is not asked. */
export async function activate(domain: Domain, report: DnsReport | null): Promise<Domain> {
  const active = { status: "active", failingSince: null } as const;
  const cleared = await db
    .$transaction(async (tx) => {
      const cleared = await clearFor(tx, domain, report);
      if (cleared.standing === "clear") await tx.domain.update({ where: { id: domain.id }, data: active });
      return cleared;
    })
    .catch((error: unknown) => {
      // Somebody else was faster, or it was deleted meanwhile.
      if (isTaken(error) || isGone(error)) return null;
      throw error;
    });
  if (cleared?.standing !== "clear") return domain;
  afterClaim(cleared.losers);
  return { ...domain, ...active };
}
