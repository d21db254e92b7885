import { Prisma, type StatisticsShare } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { randomToken } from "@/lib/auth/one-time-tokens";
import { hashPassword } from "@/lib/auth/password";
import { authorizeResource } from "@/lib/auth/resource-names";
import { notFound } from "@/lib/contract/errors";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { db, type Transaction } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import type { ShareInput, ShareItem } from "./schema";

/** A link or campaign whose statistics can be shared. */
export interface Shareable {
  subject: "link" | "campaign";
  id: number;
}

/** Returns the share of its statistics; null if they are not shared. */
export async function findShare(actor: Actor, of: Shareable): Promise<StatisticsShare | null> {
  authorizeResource("read", actor, of.subject);
  await requireOwn(db, actor, of);
  return db.statisticsShare.findUnique({ where: whereOf(of) });
}

/** Shares the statistics, or changes the password of the share: null removes it, `undefined` leaves it. */
export async function shareStatistics(actor: Actor, of: Shareable, { password }: ShareInput): Promise<StatisticsShare> {
  authorizeResource("write", actor, of.subject);
  await requireOwn(db, actor, of);
  const passwordHash = password ? await hashPassword(password) : password;
  return db.$transaction(async (tx) => {
    // The lock keeps it from being deleted, transferred or shared by someone else meanwhile.
    await requireOwn(tx, actor, of, Prisma.sql`FOR NO KEY UPDATE`);
    return tx.statisticsShare.upsert({
      where: whereOf(of),
      create: { ...whereOf(of), userId: actor.userId, token: randomToken(), passwordHash },
      update: { passwordHash },
    });
  });
}

/** Stops sharing. The address stops working at once. */
export async function stopSharing(actor: Actor, of: Shareable): Promise<void> {
  authorizeResource("write", actor, of.subject);
  await requireOwn(db, actor, of);
  await db.statisticsShare.deleteMany({ where: { ...whereOf(of), userId: actor.userId } });
}

const tables = { link: Prisma.sql`links`, campaign: Prisma.sql`campaigns` };

async function requireOwn(tx: Transaction, actor: Actor, { subject, id }: Shareable, lock = Prisma.empty) {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM ${tables[subject]} WHERE id = ${id} AND user_id = ${actor.userId} ${lock}`;
  if (rows.length === 0) throw notFound(subject);
}

const whereOf = ({ subject, id }: Shareable) => (subject === "link" ? { linkId: id } : { campaignId: id });

export const presentShare = (share: StatisticsShare | null): ShareItem => ({
  shared: share !== null,
  url: share && `${baseUrl()}/share/${share.token}`,
  protected: Boolean(share?.passwordHash),
  date: share && formatTimestamp(share.createdAt),
});
