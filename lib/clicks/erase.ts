import { type ClickSubject, Prisma } from "@/generated/prisma/client";
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

/**
 * What these accounts' clicks of the months up to this one were is no longer told by the clicks that they have: some are
 * erased, or change hands. To be called behind whatever locks what was clicked, as the drain does it.
 */
export const makeUsageInexact = (tx: Transaction, userIds: number[]) =>
  tx.$executeRaw(usageInexact(Prisma.sql`unnest(${userIds}::int[]) AS user_id`));

/** The same as a statement, of the accounts that `users` names as `user_id`. */
export const usageInexact = (users: Prisma.Sql) => Prisma.sql`
  INSERT INTO click_usage (month, user_id, clicks, exact)
  SELECT date_trunc('month', now() AT TIME ZONE 'utc')::date, user_id, 0, false FROM ${users} GROUP BY user_id ORDER BY user_id
  ON CONFLICT (month, user_id) DO UPDATE SET exact = false`;

/** What an account has is about to be another's: what was erased of its clicks is so there too, whatever is kept there. */
export async function noteGaps(tx: Transaction, giver: number, receiver: number, linkIds: number[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO click_gaps AS known (subject, subject_id, gone_to)
    SELECT subject::"ClickSubject", id, gone_to FROM click_expiries CROSS JOIN LATERAL (
      SELECT 'link' AS subject, id FROM unnest(${linkIds}::int[]) AS id
      UNION ALL SELECT 'link', link_id FROM deleted_links WHERE user_id = ${giver}
      UNION ALL SELECT 'qr', id FROM qr_codes WHERE user_id = ${giver}
      UNION ALL SELECT 'campaign', id FROM campaigns WHERE user_id = ${giver}
      UNION ALL SELECT 'bio', id FROM bio_pages WHERE user_id = ${giver}) AS given
    WHERE user_id = ${giver} AND gone_to IS NOT NULL
    ON CONFLICT (subject, subject_id) DO UPDATE SET gone_to = greatest(known.gone_to, excluded.gone_to)`;
  await makeUsageInexact(tx, [giver, receiver]);
}
