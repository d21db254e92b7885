import { type ClickSubject, type Link, Prisma } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { eraseClicks } from "@/lib/clicks/maintenance/erase";
import { AppError, notFound } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/changes";
import { db, type Transaction } from "@/lib/platform/db";
import { invalidateLink } from "@/lib/resources/links/service";
import { lockAdministrators } from "./administrators";

/** A user can own very many clicks, and all are deleted in one transaction. */
const timeout = 10 * 60_000;

/** The tables with clicks, in the order in which the click drain locks them, so that they cannot deadlock. */
const counted: [ClickSubject, table: string, id?: string][] = [
  ["link", "link_counts", "link_id"],
  ["link", "deleted_links", "link_id"],
  ["qr", "qr_codes"],
  ["campaign", "campaigns"],
  ["bio", "bio_pages"],
];

/**
 * Deletes a user with everything that they own and its statistics. The drain drops clicks that are still in the
 * journal, because nothing is left to count them for. Throws `forbidden` if the user is the actor, so that there is
 * always an administrator.
 */
export async function deleteUser(actor: Actor, id: number): Promise<void> {
  requireAdmin(actor);
  await eraseUser(id, async (tx) => {
    const admins = await lockAdministrators(tx, actor);
    if (id === actor.userId) throw deleteSelfRefusal(admins);
  });
}

/** Deletes a user in one transaction that begins with `allow`. If `allow` throws, nothing is deleted. */
export async function eraseUser(id: number, allow: (tx: Transaction) => Promise<void>): Promise<void> {
  const links = await db.$transaction(
    async (tx) => {
      await allow(tx);
      // After this, nothing can be added to what they own.
      const [user] = await tx.$queryRaw<object[]>`SELECT id FROM users WHERE id = ${id} FOR UPDATE`;
      if (!user) throw notFound("user");
      // The audit log does not record each row that is deleted with an account: prisma/sql/audit.sql.
      await tx.$queryRaw`SELECT set_config('signpost.leaving', ${`${id}`}, true)`;
      await lockOwned(tx, id, "links");
      const owned: [ClickSubject, number[]][] = [];
      for (const [subject, ...table] of counted) owned.push([subject, await lockOwned(tx, id, ...table)]);
      // A domain cannot be deleted while it has links.
      const deleted: DeletedLink[] = [];
      for (;;) {
        const some = await deleteSome(tx, id);
        deleted.push(...some);
        if (some.length === 0) break;
      }
      await tx.$executeRaw`DELETE FROM users WHERE id = ${id}`;
      await tx.clickUsage.deleteMany({ where: { userId: id } });
      for (const [subject, ids] of owned) await eraseClicks(tx, subject, ids);
      return deleted;
    },
    { timeout },
  );
  announce("user_changed", `${id}`);
  links.forEach(invalidateLink);
  for (const topic of owned) announce(topic);
}

type DeletedLink = Pick<Link, "domainId" | "aliasFolded" | "campaignId">;

/** Rows per query, so that none takes longer than `pool` waits. */
const atOnce = 5_000;

const deleteSome = (tx: Transaction, userId: number) => tx.$queryRaw<DeletedLink[]>`
  DELETE FROM links WHERE id IN (SELECT id FROM links WHERE user_id = ${userId} LIMIT ${atOnce})
  RETURNING domain_id AS "domainId", alias_folded AS "aliasFolded", campaign_id AS "campaignId"`;

/** Cached data of these is no longer valid. */
const owned = ["qr_code_changed", "campaign_changed", "bio_page_changed", "overlay_changed", "domain_changed"] as const;

const deleteSelfRefusal = (admins: number) => new AppError(admins === 1 ? "last_admin_stays" : "admin_deletes_self");

async function lockOwned(tx: Transaction, userId: number, table: string, id = "id"): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT ${Prisma.raw(id)} AS id FROM ${Prisma.raw(table)} WHERE user_id = ${userId} ORDER BY 1 FOR UPDATE`;
  return rows.map(({ id }) => id);
}
