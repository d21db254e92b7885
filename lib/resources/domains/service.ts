import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, notFound } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import type { Versions } from "@/lib/contract/version";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { updateOwnedRow } from "@/lib/resources/ownership";
import { activate, applyDnsReport, findContestedClaims } from "./claims";
import { normalHost } from "./host";
import { assertAllowedRedirects, assertOwnRoot, redirectColumns } from "./redirects";
import { brandedHostAt } from "./resolve";
import type { UpdateDomain } from "./schema";
import { checkDns, type DnsReport, missingProof, type ProofRecord, proofRecord, verification } from "./verify";

let defaultDomain: Promise<number> | undefined;

/** Returns the id of the domain without an owner. The seed creates it and it never changes. */
export function defaultDomainId(): Promise<number> {
  defaultDomain ??= db.domain
    .findFirstOrThrow({ where: { userId: null }, select: { id: true } })
    .then(({ id }) => id)
    .catch((error) => {
      defaultDomain = undefined;
      throw error;
    });
  return defaultDomain;
}

/** The domains that the actor may use for links: the default one, then the actor's own that passed the DNS check. */
export function usableDomains(actor: Actor): Promise<Domain[]> {
  authorize(actor, "domains:read");
  return db.domain.findMany({
    where: { status: "active", OR: [{ userId: null }, { userId: actor.userId }] },
    orderBy: { id: "asc" },
  });
}

/** A domain, and whether other accounts also have, had or want its host, so that it needs proof of ownership. */
export type ListedDomain = Domain & { contested: boolean };

/**
 * A page of the actor's domains. It checks inactive ones again, up to `checkedAtOnce`, so that the list is up to date.
 */
export async function listDomains(actor: Actor, page: Page): Promise<Paged<ListedDomain>> {
  const { rows, ...listed } = await listOwnedRows(actor, "domain", page);
  const checked = new Set(rows.filter(({ status }) => status !== "active").slice(0, checkedAtOnce));
  const settled = await Promise.all(rows.map((domain) => (checked.has(domain) ? checkAgain(domain) : domain)));
  const disputed = new Set(await findContestedClaims(settled));
  return { ...listed, rows: settled.map((domain) => ({ ...domain, contested: disputed.has(domain) })) };
}

const checkedAtOnce = 20;

/** Returns whether the service may request a certificate for `name`: for its own hosts and for active domains. */
export async function servesDomain(name: string): Promise<boolean> {
  const host = normalHost(name);
  if (host === null) return false;
  // A certificate is issued for a host name, regardless of the port.
  if ([baseUrl(), env.PAGES_URL ?? baseUrl()].some((own) => host === new URL(own).hostname)) return true;
  return (await brandedHostAt(host)) !== null;
}

export const getDomain = (actor: Actor, id: number) => getOwnedRow(actor, "domain", id);

export interface ExaminedDomain {
  domain: Domain;
  report: DnsReport;
  /** the record that proves the actor's ownership; null if no other account wants the host */
  proof: ProofRecord | null;
}

/** Checks the DNS of the actor's domain, activates it if it was waiting for that, and returns both. */
export async function examineDomain(actor: Actor, id: number): Promise<ExaminedDomain> {
  const found = await getDomain(actor, id);
  const report = await checkDns(found.host);
  const domain = await applyDnsReport(found, report);
  const [disputed] = await findContestedClaims([domain]);
  return { domain, report, proof: disputed ? proofRecord(actor.userId, domain.host) : null };
}

/** Changes the fields that are sent. A field replaces its value, `null` clears it. */
export async function updateDomain(actor: Actor, id: number, input: UpdateDomain, versions?: Versions) {
  authorize(actor, "domains:write");
  const domain = await getDomain(actor, id);
  await assertAllowedRedirects(input, domain.host);
  await assertOwnRoot(actor, input);
  const version = await updateOwnedRow(db.domain, actor, id, redirectColumns(input), "domain", versions);
  announce("domain_changed");
  if (input.trackconversions !== undefined) announce("account_links_changed", `${actor.userId}`);
  await checkAgain(domain);
  return version;
}

export async function deleteDomain(actor: Actor, id: number): Promise<void> {
  authorize(actor, "domains:write");
  await db.$transaction(async (tx) => {
    // While this row is locked, no one can add a link to the domain.
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT id FROM domains WHERE id = ${id} AND user_id = ${actor.userId} FOR UPDATE`;
    if (rows.length === 0) throw notFound("domain");
    const links = await tx.link.count({ where: { domainId: id } });
    if (links > 0) {
      throw new AppError("domain_has_links", { links });
    }
    await tx.domain.delete({ where: { id } });
  });
  announce("domain_changed");
}

/** Returns why links cannot use an inactive domain of the actor. */
export async function inactiveRefusal(actor: Actor, domain: Domain): Promise<Refusal> {
  if (domain.status === "suspended") return refusal("domain_suspended");
  const [disputed] = await findContestedClaims([domain]);
  return disputed ? refusal("domain_unproven", missingProof(actor.userId, domain.host)) : refusal("domain_unverified");
}

/** Checks an inactive domain, and returns it active if it passes. */
async function checkAgain(domain: Domain): Promise<Domain> {
  if (domain.status === "active") return domain;
  return verification() === "off" ? activate(domain, null) : applyDnsReport(domain, await checkDns(domain.host));
}
