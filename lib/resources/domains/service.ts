import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, notFound } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { announce } from "@/lib/platform/changes";
import { db } from "@/lib/platform/db";
import { baseUrl, env } from "@/lib/platform/env";
import { getOwn, listOwn } from "@/lib/resources/own-rows";
import { updateOwn } from "@/lib/resources/ownership";
import { brandedHostAt } from "./branded-hosts";
import { activate, contested, settle } from "./claims";
import { normalHost } from "./host";
import { missingProof, type ProofRecord, proofRecord } from "./proof";
import { assertAllowedRedirects, assertOwnRoot, columnsOf } from "./redirects";

import type { UpdateDomain } from "./schema";
import { checkDns, type DnsReport, verification } from "./verify";

let defaultDomain: Promise<number> | undefined;

/** The id of the domain that is nobody's; the seed makes sure that it exists, and it never changes. */
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

/** The domains on which the actor may put links: the default one, then their own that passed the DNS check. */
export function usableDomains(actor: Actor): Promise<Domain[]> {
  authorize(actor, "domains:read");
  return db.domain.findMany({
    where: { status: "active", OR: [{ userId: null }, { userId: actor.userId }] },
    orderBy: { id: "asc" },
  });
}

/** A domain with whether others have, had or want its host too, so that it takes proof to have it. */
export type ListedDomain = Domain & { contested: boolean };

/** A page of the actor's domains. Those that are not active are checked again, as many as a page shows: whoever looks wants to know. */
export async function listDomains(actor: Actor, page: Page): Promise<Paged<ListedDomain>> {
  const { rows, ...listed } = await listOwn(actor, "domain", page);
  const checked = new Set(rows.filter(({ status }) => status !== "active").slice(0, checkedAtOnce));
  const settled = await Promise.all(rows.map((domain) => (checked.has(domain) ? checkAgain(domain) : domain)));
  const disputed = new Set(await contested(settled));
  return { ...listed, rows: settled.map((domain) => ({ ...domain, contested: disputed.has(domain) })) };
}

const checkedAtOnce = 20;

/** Whether a certificate may be got for `name`: for our own host, and for a domain that is active. */
export async function servesDomain(name: string): Promise<boolean> {
  const host = normalHost(name);
  if (host === null) return false;
  // A certificate is for a name, whatever the port.
  if ([baseUrl(), env.PAGES_URL ?? baseUrl()].some((own) => host === new URL(own).hostname)) return true;
  return (await brandedHostAt(host)) !== null;
}

export const getDomain = (actor: Actor, id: number) => getOwn(actor, "domain", id);

export interface ExaminedDomain {
  domain: Domain;
  report: DnsReport;
  /** what shows that the domain is the actor's; null where nobody else wants it */
  proof: ProofRecord | null;
}

/** What the DNS says of the actor's domain, which is active from now on where it waited for that. */
export async function examineDomain(actor: Actor, id: number): Promise<ExaminedDomain> {
  const found = await getDomain(actor, id);
  const report = await checkDns(found.host);
  const domain = await settle(found, report);
  const [disputed] = await contested([domain]);
  return { domain, report, proof: disputed ? proofRecord(actor.userId, domain.host) : null };
}

/** Changes what was sent; a field that is sent replaces, `null` empties it. */
export async function updateDomain(actor: Actor, id: number, input: UpdateDomain): Promise<void> {
  authorize(actor, "domains:write");
  const domain = await getDomain(actor, id);
  await assertAllowedRedirects(input, domain.host);
  await assertOwnRoot(actor, input);
  await updateOwn(db.domain, actor, id, columnsOf(input), "domain");
  announce("domain_changed");
  await checkAgain(domain);
}

export async function deleteDomain(actor: Actor, id: number): Promise<void> {
  authorize(actor, "domains:write");
  await db.$transaction(async (tx) => {
    // Nobody can add a link to a row that is locked.
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

/** Why links cannot be put on a domain of the actor's that is not active. */
export async function inactiveRefusal(actor: Actor, domain: Domain): Promise<Refusal> {
  if (domain.status === "suspended") return refusal("domain_suspended");
  const [disputed] = await contested([domain]);
  return disputed ? refusal("domain_unproven", missingProof(actor.userId, domain.host)) : refusal("domain_unverified");
}

/** The domain, active from now on where it waited for its check and passes it. */
async function checkAgain(domain: Domain): Promise<Domain> {
  if (domain.status === "active") return domain;
  return verification() === "off" ? activate(domain, null) : settle(domain, await checkDns(domain.host));
}
