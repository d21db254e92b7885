import { Prisma, type StatisticsShare } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { randomToken } from "@/lib/auth/one-time-tokens";
import { hashPassword } from "@/lib/auth/password";
import { notFound } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/db";
import { authorizeTo } from "@/lib/resources/nouns";
import type { ShareInput } from "./schema";

/** What statistics are shared of. */
export interface Shareable {
  subject: "link" | "campaign";
  id: number;
}

/** Under which address its statistics are shared; null where they are not. */
export async function shareOf(actor: Actor, of: Shareable): Promise<StatisticsShare | null> {
  authorizeTo("read", actor, of.subject);
  await requireOwn(db, actor, of);
  return db.statisticsShare.findUnique({ where: whereOf(of) });
}

/** Shares the statistics, or changes the password that is asked for: null takes it away, without one it stays. */
export async function shareStatistics(actor: Actor, of: Shareable, { password }: ShareInput): Promise<StatisticsShare> {
  authorizeTo("write", actor, of.subject);
  await requireOwn(db, actor, of);
  const passwordHash = password ? await hashPassword(password) : password;
  return db.$transaction(async (tx) => {
    // It is neither deleted nor handed over meanwhile, nor shared by somebody else.
    await requireOwn(tx, actor, of, Prisma.sql`FOR NO KEY UPDATE`);
    return tx.statisticsShare.upsert({
      where: whereOf(of),
      create: { ...whereOf(of), userId: actor.userId, token: randomToken(), passwordHash },
      update: { passwordHash },
    });
  });
}

/** From now on there is nothing at the address any more. */
export async function stopSharing(actor: Actor, of: Shareable): Promise<void> {
  authorizeTo("write", actor, of.subject);
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
