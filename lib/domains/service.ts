import type { Domain } from "@/generated/prisma/client";
import type { Listed, Page } from "@/lib/api/pagination";
import type { Actor } from "@/lib/auth/actor";
import { refuseBlocked } from "@/lib/blocklist";
import { db, isTaken } from "@/lib/db";
import { baseUrl } from "@/lib/env";
import { AppError, invalid, notFound } from "@/lib/errors";
import { isOwnLink } from "@/lib/links/destination";
import { getOwn, listOwn, updateOwn } from "@/lib/own";
import { requireFeature, withinLimit } from "@/lib/plans/quota";
import { brandedHosts } from "./branded-hosts";
import { isServiceHost, normalHost } from "./host";
import { doubtDomains } from "./resolve";
import type { CreateDomain, UpdateDomain } from "./schema";
import { checkDns, type DnsReport, dnsProblem, verification } from "./verify";

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
  return db.domain.findMany({
    where: { status: "active", OR: [{ userId: null }, { userId: actor.userId }] },
    orderBy: { id: "asc" },
  });
}

/** A page of the actor's domains. Those that wait for their DNS check are checked again: whoever looks wants to know. */
export async function listDomains(actor: Actor, page: Page): Promise<Listed<Domain>> {
  const { rows, total } = await listOwn(db.domain, actor, page);
  return { rows: await Promise.all(rows.map(checkAgain)), total };
}

/** Whether a certificate may be got for `name`: for our own host, and for a domain that is active or waits for its check. */
export async function servesDomain(name: string): Promise<boolean> {
  const host = normalHost(name);
  if (host === null) return false;
  // A certificate is for a name, whatever the port.
  if (host === new URL(baseUrl()).hostname) return true;
  return brandedHosts().has(host);
}

export const getDomain = (actor: Actor, id: number) => getOwn(db.domain, actor, id, "domain");

/** What the DNS says of the actor's domain, which is active from now on where it waited for that. */
export async function examineDomain(actor: Actor, id: number): Promise<{ domain: Domain; report: DnsReport }> {
  const domain = await getDomain(actor, id);
  const report = await checkDns(domain.host);
  const passes = domain.status === "pending" && (report.problem === null || verification() === "off");
  return { domain: passes ? await activate(domain) : domain, report };
}

export async function createDomain(actor: Actor, input: CreateDomain): Promise<Domain> {
  requireFeature(actor, "domain");
  const { scheme, host } = input.domain;
  if (isServiceHost(host)) throw invalid("domain", "This is the service's own address.");
  await refuseRedirects(input, host);
  if (await db.domain.findUnique({ where: { host } })) throw taken();
  const problem = verification() === "off" ? null : await dnsProblem(host);
  if (problem && verification() === "strict") throw invalid("domain", problem);
  const data = {
    userId: actor.userId,
    scheme,
    host,
    ...columnsOf(input),
    status: problem ? "pending" : "active",
  } as const;
  const domain = await withinLimit(actor, "domain", (tx) => tx.domain.create({ data })).catch((error: unknown) => {
    throw isTaken(error) ? taken() : error;
  });
  doubtDomains();
  return domain;
}

/** Changes what was sent; a field that is sent replaces, `null` empties it. */
export async function updateDomain(actor: Actor, id: number, input: UpdateDomain): Promise<void> {
  const domain = await getDomain(actor, id);
  await refuseRedirects(input, domain.host);
  await updateOwn(db.domain, actor, id, columnsOf(input), "domain");
  doubtDomains();
  await checkAgain(domain);
}

export async function deleteDomain(actor: Actor, id: number): Promise<void> {
  await db.$transaction(async (tx) => {
    // Nobody can add a link to a row that is locked.
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT id FROM domains WHERE id = ${id} AND user_id = ${actor.userId} FOR UPDATE`;
    if (rows.length === 0) throw notFound("domain");
    const links = await tx.link.count({ where: { domainId: id } });
    if (links > 0) {
      throw new AppError("conflict", `This domain still has ${links === 1 ? "1 link" : `${links} links`}.`);
    }
    await tx.domain.delete({ where: { id } });
  });
  doubtDomains();
}

const columnsOf = ({ redirectroot, redirect404 }: UpdateDomain) => ({ redirectRoot: redirectroot, redirect404 });

const taken = () => {
  const message = "That domain is taken.";
  return new AppError("conflict", message, [{ path: "domain", message }]);
};

/** The domain, active from now on where it waited for its check and passes it. */
async function checkAgain(domain: Domain): Promise<Domain> {
  if (domain.status === "active" || (verification() !== "off" && (await dnsProblem(domain.host)))) return domain;
  return activate(domain);
}

async function activate(domain: Domain): Promise<Domain> {
  await db.domain.updateMany({ where: { id: domain.id }, data: { status: "active" } });
  doubtDomains();
  return { ...domain, status: "active" };
}

/** Refuses redirects that lead back to the domain itself, to another branded one, into a short link or to what is blocked. */
async function refuseRedirects(input: UpdateDomain, ownHost: string): Promise<void> {
  await refuseBlocked([
    ["redirectroot", input.redirectroot],
    ["redirect404", input.redirect404],
  ]);
  for (const path of ["redirectroot", "redirect404"] as const) {
    const text = input[path];
    if (!text) continue;
    const host = normalHost(new URL(text).host) ?? "";
    const branded = host === ownHost || (await db.domain.findFirst({ where: { host, userId: { not: null } } }));
    if (branded || (await isOwnLink(text))) throw invalid(path, "This address is itself one of this service's links.");
  }
}
