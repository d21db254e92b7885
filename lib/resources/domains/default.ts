import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { fieldRefusalOf, refusedField } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { hasFeature, requireFeature } from "@/lib/resources/plans/quota";
import { normalHost } from "./host";
import { defaultDomainId, inactiveRefusal, usableDomains } from "./service";

/**
 * Returns the id of the default domain for new links: the account's chosen one if it belongs to the account, is
 * active and the plan allows a choice; otherwise the service's own.
 */
export async function getDefaultDomain(actor: Actor): Promise<number> {
  const { defaultDomainId: id, userId } = actor;
  if (id === null || !hasFeature(actor, "multiple")) return defaultDomainId();
  const chosen = await db.domain.findFirst({ where: { id, userId, status: "active" }, select: { id: true } });
  return chosen?.id ?? defaultDomainId();
}

/** The domains that the actor may use for links, default first. */
export async function domainsToChoose(actor: Actor): Promise<Domain[]> {
  const [domains, first] = await Promise.all([usableDomains(actor), getDefaultDomain(actor)]);
  return domains.sort((a, b) => Number(b.id === first) - Number(a.id === first));
}

/** Returns the value of `users.default_domain_id` for a domain name: null for the service's own domain. */
export async function chosenDefault(actor: Actor, name: string | null): Promise<number | null> {
  if (name === null) return null;
  const host = normalHost(name);
  const whose = [{ userId: null }, { userId: actor.userId }];
  const domain = host && (await db.domain.findFirst({ where: { host, OR: whose } }));
  if (!domain) throw refusedField("domain", "not_yours", { what: "domain" });
  if (domain.userId === null) return null;
  if (domain.status !== "active") throw fieldRefusalOf("domain", await inactiveRefusal(actor, domain));
  requireFeature(actor, "multiple");
  return domain.id;
}

/** Makes this the default domain of the account's new links. */
export async function setDefaultDomain(actor: Actor, name: string | null): Promise<void> {
  authorize(actor, "domains:write");
  const id = await chosenDefault(actor, name);
  await db.user.update({ where: { id: actor.userId }, data: { defaultDomainId: id } });
  announce("user_changed", `${actor.userId}`);
}
