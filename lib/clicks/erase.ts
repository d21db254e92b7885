import { type ClickSubject, Prisma } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/db";

const clickColumn: Record<ClickSubject, string> = {
  link: "link_id",
  qr: "qr_code_id",
  campaign: "campaign_id",
  bio: "bio_page_id",
};

/** Clicks that one statement deletes: no statement may run into the connection's time-out. */
const step = 50_000;

/** Deletes all that was counted of these subjects. The caller has deleted the subjects in the same transaction. */
export async function eraseClicks(tx: Transaction, subject: ClickSubject, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const column = Prisma.raw(clickColumn[subject]);
  let deleted: number;
  do {
    deleted = await tx.$executeRaw`DELETE FROM clicks WHERE (at, id) IN
      (SELECT at, id FROM clicks WHERE ${column} = ANY(${ids}) LIMIT ${step})`;
  } while (deleted === step);
  for (const table of ["click_rollups", "click_visitors"]) {
    await tx.$executeRaw`DELETE FROM ${Prisma.raw(table)}
      WHERE subject = ${subject}::"ClickSubject" AND subject_id = ANY(${ids})`;
  }
}
