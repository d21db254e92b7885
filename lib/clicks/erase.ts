import type { ClickSubject } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/platform/db";

/**
 * Has the drain erase all that was counted of these subjects. The caller has deleted the subjects in the same
 * transaction, so nothing is added any more, and ids are never used again. Erasing takes as long as there are clicks:
 * no request should wait for it.
 */
export const eraseClicks = (tx: Transaction, subject: ClickSubject, ids: number[]) => erase(tx, subject, ids, true);

/** Has the statistics of these subjects alone erased: the clicks were on something else that stays. */
export const eraseCounts = (tx: Transaction, subject: ClickSubject, ids: number[]) => erase(tx, subject, ids, false);

async function erase(tx: Transaction, subject: ClickSubject, ids: number[], clicks: boolean): Promise<void> {
  await tx.$executeRaw`INSERT INTO click_erasures (subject, subject_id, clicks)
    SELECT ${subject}::"ClickSubject", id, ${clicks} FROM unnest(${ids}::int[]) AS id`;
}
