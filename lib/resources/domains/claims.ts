import type { Domain } from "@/generated/prisma/client";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { announce } from "@/lib/platform/database/changes";
import { db, isMissingRow, isUniqueViolation, type Transaction } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { isReservedHost } from "./host";
import { type DnsReport, proofRecord, verification } from "./verify";

/**
 * An account's claim to a host. DNS shows that a host points here, not who owns it, so several accounts may claim it.
 */
type Claim = Pick<Domain, "userId" | "host">;

/**
 * What keeps a claim from becoming active once the host points here: nothing (`clear`); missing proof of ownership,
 * because others have, had or want the host too (`unproven`); or an account that has the host and has proved it
 * (`taken`).
 */
type ClaimStatus = "clear" | "unproven" | "taken";

const dayMs = 86_400_000;
/** Days for which a removed host still belongs to its last account, without a new proof of ownership. */
const reservedDays = 30;

/** Returns the claims to a host that another account has, had or requested. */
export async function findContestedClaims<C extends Claim>(claims: C[], tx: Transaction = db): Promise<C[]> {
  const hosts = claims.map(({ host }) => host);
  const [rivals, former] = await Promise.all([
    tx.domain.findMany({ where: { host: { in: hosts }, user: { deletion: null } } }),
    tx.formerDomain.findMany({ where: { host: { in: hosts } } }),
  ]);
  const reservedSince = Date.now() - reservedDays * dayMs;
  return claims.filter(
    ({ host, userId }) =>
      rivals.some((rival) => rival.host === host && rival.userId !== userId) ||
      former.some((row) => row.host === host && (row.userId !== userId || row.removedAt.getTime() < reservedSince)),
  );
}

/**
 * Gives a claim the host if it may have it: the accounts that hold the host lose it and must prove ownership again.
 * They keep their links, but visitors no longer get them. All claims to one host wait for each other until the
 * transaction ends. `report` is null if DNS is not checked.
 */
export async function claimHost(tx: Transaction, claim: Claim, report: DnsReport | null) {
  const { host, userId } = claim;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${host}, ${advisoryLocks.domainHost}))`;
  const others = { host, userId: { not: userId }, status: { not: "pending" } } as const;
  const holders = await tx.domain.findMany({ where: others });
  const standing = await claimStatusOf(tx, claim, holders, report);
  if (standing !== "clear") return { standing, losers: [] };
  await tx.domain.updateMany({ where: others, data: { status: "pending", failingSince: null } });
  await tx.formerDomain.deleteMany({ where: { host } });
  return { standing, losers: holders };
}

async function claimStatusOf(
  tx: Transaction,
  claim: Claim,
  holders: Domain[],
  report: DnsReport | null,
): Promise<ClaimStatus> {
  if (isReservedHost(claim.host)) return "taken";
  if (!report) return holders.length > 0 ? "taken" : "clear";
  if ((await findContestedClaims([claim], tx)).length === 0) return "clear";
  if (!isProven(claim, report)) return "unproven";
  return holders.some((holder) => isProven(holder, report)) ? "taken" : "clear";
}

const isProven = ({ userId, host }: Claim, { proofs }: DnsReport): boolean =>
  userId !== null && (proofs?.includes(proofRecord(userId, host).value) ?? false);

/** Call it after the transaction of `claimHost` has ended. Notifies the owners who lost their domain. */
export function notifyFormerHolders(losers: Domain[]): void {
  announce("domain_changed");
  for (const loser of losers) void mailDomainOwner(loser, "lost");
}

/** Applies a DNS report and returns the domain. A domain that does not point here is handled by `recheckDomains`. */
export async function applyDnsReport(domain: Domain, report: DnsReport): Promise<Domain> {
  if (verification() === "off") return domain.status === "active" ? domain : activate(domain, null);
  if (report.problem !== null) return domain;
  if (domain.status !== "active") return activate(domain, report);
  if (domain.failingSince === null) return domain;
  await db.domain.updateMany({ where: { id: domain.id, status: "active" }, data: { failingSince: null } });
  return { ...domain, failingSince: null };
}

/** Activates the domain if its claim is clear, and returns it. `report` is null if DNS is not checked. */
export async function activate(domain: Domain, report: DnsReport | null): Promise<Domain> {
  const active = { status: "active", failingSince: null } as const;
  const cleared = await db
    .$transaction(async (tx) => {
      const cleared = await claimHost(tx, domain, report);
      if (cleared.standing === "clear") await tx.domain.update({ where: { id: domain.id }, data: active });
      return cleared;
    })
    .catch((error: unknown) => {
      // Another account was faster, or the domain was deleted meanwhile.
      if (isUniqueViolation(error) || isMissingRow(error)) return null;
      throw error;
    });
  if (cleared?.standing !== "clear") return domain;
  notifyFormerHolders(cleared.losers);
  return { ...domain, ...active };
}

/**
 * Notifies the owner of a domain by mail of a change. Never throws, because the change has already been made. Without a
 * mail server it does nothing, because a stored notice would not be read in time.
 */
export async function mailDomainOwner(
  { id, host, userId }: Domain,
  news: "failing" | "suspended" | "lost",
): Promise<void> {
  if (!env.SMTP_URL || userId === null) return;
  try {
    const { email, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const t = mailWords(locale);
    await sendMail({
      to: email,
      locale,
      subject: t(`domain.${news}.subject`, { host, service: serviceName() }),
      blocks: [
        { text: t("domain.text", { username, news: t(`domain.${news}.news`, { host }) }) },
        { button: t("domain.button"), url: `${baseUrl()}/dashboard/domains/${id}` },
      ],
    });
  } catch (error) {
    log.error({ error: String(error), host }, "a mail about a domain was not sent");
  }
}
