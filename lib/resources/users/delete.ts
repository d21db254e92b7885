import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { AppError, notFound } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { lockAdministrators } from "./administrators";
import { DELETION_QUEUE } from "./deletion-queue";
import { eraseAccount } from "./erase";

/** How long a request waits until everything is erased. Large accounts take longer: a job does the rest. */
const ERASE_WITHIN_MS = 2_000;

/**
 * Deletes a user. From then on nobody sees the account and what it owns, and others can use its name and its address.
 * Returns whether everything is erased already; otherwise a job continues. The drain drops clicks that are still in the
 * journal, because nothing is left to count them for. Throws `forbidden` if the user is the actor, so that there is
 * always an administrator.
 */
export async function deleteUser(actor: Actor, id: number): Promise<boolean> {
  requireAdmin(actor);
  return deleteAccount(id, async (tx) => {
    const admins = await lockAdministrators(tx, actor);
    if (id === actor.userId) throw deleteSelfRefusal(admins);
  });
}

/** Does the same in a transaction that begins with `allow`. If `allow` throws, nothing is deleted. */
export async function deleteAccount(id: number, allow: (tx: Transaction) => Promise<void>): Promise<boolean> {
  await db.$transaction(async (tx) => {
    await allow(tx);
    await closeAccount(tx, id);
  });
  announce("user_changed", `${id}`);
  announce("account_deleted", `${id}`);
  announce("domain_changed");
  return eraseAccount(id, AbortSignal.timeout(ERASE_WITHIN_MS), 1);
}

const deleteSelfRefusal = (admins: number) => new AppError(admins === 1 ? "last_admin_stays" : "admin_deletes_self");

/**
 * Deletes the name, the log-ins, the keys and the public addresses of an account. Afterwards nobody can use or see it.
 * This is quick for large accounts, too. It waits for requests that are adding something to the account.
 */
async function closeAccount(tx: Transaction, id: number): Promise<void> {
  const [user] = await tx.$queryRaw<object[]>`
    SELECT FROM users WHERE id = ${id} AND NOT EXISTS (SELECT FROM account_deletions WHERE user_id = ${id}) FOR UPDATE`;
  if (!user) throw notFound("user");
  // The only entry about the deletion in the audit log. From then on, the triggers leave this account out.
  await tx.$queryRaw`
    SELECT audit_record(NULL, ARRAY[ROW(NULL, 'user', id, audit_kept(to_jsonb(users), kept::text[], secret), NULL)::audit_changes])::text
    FROM users JOIN audited() ON relation = 'users' WHERE id = ${id}`;
  await tx.$executeRaw`
    INSERT INTO account_deletions (user_id, username, links)
    SELECT id, username, (SELECT coalesce(sum(links + archived), 0) FROM link_blocks WHERE user_id = id) FROM users WHERE id = ${id}`;
  await tx.session.deleteMany({ where: { userId: id } });
  await tx.session.updateMany({ where: { accountId: id }, data: { accountId: null } });
  await tx.apiKey.deleteMany({ where: { OR: [{ userId: id }, { memberId: id }] } });
  await tx.member.deleteMany({ where: { OR: [{ userId: id }, { memberId: id }] } });
  await tx.memberInvitation.deleteMany({ where: { OR: [{ userId: id }, { inviterId: id }] } });
  await tx.identity.deleteMany({ where: { userId: id } });
  await tx.twoFactor.deleteMany({ where: { userId: id } });
  await tx.recoveryCode.deleteMany({ where: { userId: id } });
  await tx.oneTimeToken.deleteMany({ where: { userId: id } });
  await tx.handover.deleteMany({ where: { userId: id } });
  await tx.weeklyReport.deleteMany({ where: { userId: id } });
  await tx.webhook.updateMany({ where: { userId: id }, data: { status: "paused" } });
  await releaseDomains(tx, id);
  await tx.campaign.updateMany({ where: { userId: id, slug: { not: null } }, data: { slug: null, slugFolded: null } });
  await tx.$executeRaw`UPDATE bio_pages SET slug_folded = 'deleted:' || id WHERE user_id = ${id}`;
  // No name and no address can look like these.
  const name = `deleted:${id}`;
  await tx.$executeRaw`
    UPDATE users SET email = ${name}, username = ${name}, username_folded = ${name}, password_hash = NULL, admin = false,
      plan_id = (SELECT min(id) FROM plans WHERE free), plan_interval = NULL, plan_expires_at = NULL, leaves_at = NULL
    WHERE id = ${id}`;
  // The job is for the case that this process is killed meanwhile.
  await tx.$queryRaw`
    SELECT pg_notify('account_deleted', ${`${id}`})::text,
      add_job(${DELETION_QUEUE}, ${id}::int, now() + ${ERASE_WITHIN_MS} * interval '1 ms')::text`;
}

/** Visitors no longer get the domains of the account, and others can claim their names. */
async function releaseDomains(tx: Transaction, userId: number): Promise<void> {
  // As if the domains had been deleted: prisma/sql/domains.sql.
  await tx.$executeRaw`
    INSERT INTO former_domains (host, user_id, removed_at)
    SELECT host, NULL, now() FROM domains WHERE user_id = ${userId} AND status <> 'pending'
    ON CONFLICT (host) DO UPDATE SET user_id = NULL, removed_at = now()`;
  await tx.domain.updateMany({ where: { userId }, data: { status: "pending", failingSince: null } });
}
