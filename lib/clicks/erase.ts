import { type ClickSubject, Prisma } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/db";

const clickColumn: Record<ClickSubject, string> = {
  link: "link_id",
  qr: "qr_code_id",
  campaign: "campaign_id",
  bio: "bio_page_id",
};

/** Deletes all that was counted of these subjects. The caller has deleted the subjects in the same transaction. */
export async function eraseClicks(tx: Transaction, subject: ClickSubject, ids: number[]): Promise<void> {
  const column = Prisma.raw(clickColumn[subject]);
  await tx.$executeRaw`DELETE FROM clicks WHERE ${column} = ANY(${ids})`;
  await eraseCounts(tx, subject, ids);
}

/** Deletes the statistics of these subjects alone: the clicks were on something else that stays. */
export async function eraseCounts(tx: Transaction, subject: ClickSubject, ids: number[]): Promise<void> {
  await tx.clickRollup.deleteMany({ where: { subject, subjectId: { in: ids } } });
  await tx.clickVisitor.deleteMany({ where: { subject, subjectId: { in: ids } } });
}
