import { getDomain } from "tldts-icann";
import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, fieldRefusalOf, refusedField } from "@/lib/contract/errors";
import { db, isUniqueViolation, type Transaction } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import { limitOf, requireFeature, withinLimit } from "@/lib/resources/plans/quota";
import { claimHost, notifyFormerHolders } from "./claims";
import { isReservedHost } from "./host";
import { assertAllowedRedirects, assertOwnRoot, redirectColumns } from "./redirects";
import type { CreateDomain } from "./schema";
import { checkDns, missingProof, verification } from "./verify";

export async function createDomain(actor: Actor, input: CreateDomain): Promise<Domain> {
  authorize(actor, "domains:write");
  requireFeature(actor, "domain");
  const { scheme, host } = input.domain;
  assertNotReserved(actor, host);
  await assertAllowedRedirects(input, host);
  await assertOwnRoot(actor, input);
  await assertNoChurn(actor, host);
  const report = verification() === "off" ? null : await checkDns(host);
  if (report?.problem && verification() === "strict") throw fieldRefusalOf("domain", report.problem);
  const claim = { userId: actor.userId, scheme, host, ...redirectColumns(input) };
  const create = async (tx: Transaction) => {
    if (report?.problem)
      return { domain: await tx.domain.create({ data: { ...claim, status: "pending" } }), losers: [] };
    const { standing, losers } = await claimHost(tx, claim, report);
    if (standing !== "clear" && verification() !== "pending")
      throw standing === "unproven"
        ? refusedField("domain", "domain_of_another", missingProof(actor.userId, host))
        : taken();
    const status = standing === "clear" ? "active" : "pending";
    return { domain: await tx.domain.create({ data: { ...claim, status } }), losers };
  };
  const { domain, losers } = await (limitOf(actor, "domain") === null
    ? db.$transaction(create)
    : withinLimit(actor, "domain", create)
  ).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  notifyFormerHolders(losers);
  return domain;
}

/**
 * Every host that points here may get a certificate, and certificate authorities limit those. This stops accounts from
 * adding and removing one host after another.
 */
async function assertNoChurn({ userId }: Actor, host: string): Promise<void> {
  const removedAt = { gt: new Date(Date.now() - 30 * 86_400_000) };
  const removed = await db.formerDomain.count({ where: { userId, removedAt, host: { not: host } } });
  if (removed < 100) return;
  throw new AppError("domains_removed_too_often");
}

const taken = () => refusedField("domain", "domain_taken");

/**
 * Refuses the operator's hosts: the service's own, which no one can add, and others under the operator's registered
 * domain, which only administrators can add. Such hosts often point to this machine, and pages on them could set
 * cookies for the service.
 */
export function assertNotReserved({ admin }: Pick<Actor, "admin">, host: string): void {
  if (isReservedHost(host) || isLocal.test(host)) {
    throw refusedField("domain", "domain_is_ours");
  }
  const registered = getDomain(baseUrl());
  if (registered !== null && !admin && getDomain(host) === registered) {
    throw refusedField("domain", "domain_reserved", { name: registered });
  }
}

/** Such a name points every visitor to their own machine. */
const isLocal = /(^|\.)localhost$/;
