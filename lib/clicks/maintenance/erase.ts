import { type ClickSubject, Prisma } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/platform/database/db";

/**
 * Asks the drain to erase the clicks on these subjects and their counts. The caller deletes the subjects in the same
 * transaction, so no more clicks are added, and ids are never reused. Erasing takes longer the more clicks there are,
 * so no request should wait for it.
 */
export const eraseClicks = (tx: Transaction, subject: ClickSubject, ids: number[]) => erase(tx, subject, ids, true);

/**
 * Asks the drain to erase only the statistics of these subjects: their clicks also belong to another subject that
 * stays.
 */
export const eraseCounts = (tx: Transaction, subject: ClickSubject, ids: number[]) => erase(tx, subject, ids, false);

async function erase(tx: Transaction, subject: ClickSubject, ids: number[], clicks: boolean): Promise<void> {
  await tx.$executeRaw`INSERT INTO click_erasures (subject, subject_id, clicks)
    SELECT ${subject}::"ClickSubject", id, ${clicks} FROM unnest(${ids}::int[]) AS id`;
}

/**
 * Marks the usage of these accounts up to this month as inexact: their remaining clicks no longer add up to it, because
 * some are erased or change owners. Call it after the statement that locks the clicked subjects, in the drain's order.
 */
export const makeUsageInexact = (tx: Transaction, userIds: number[]) =>
  tx.$executeRaw(usageInexact(Prisma.sql`unnest(${userIds}::int[]) AS user_id`));

/** The same as a SQL statement, for the accounts that the query `users` returns as `user_id`. */
export const usageInexact = (users: Prisma.Sql) => Prisma.sql`
  INSERT INTO click_usage (month, user_id, clicks, exact)
  SELECT date_trunc('month', now() AT TIME ZONE 'utc')::date, user_id, 0, false FROM ${users} GROUP BY user_id ORDER BY user_id
  ON CONFLICT (month, user_id) DO UPDATE SET exact = false`;

/**
 * Records that clicks of these links were erased before they change owners: the receiver's statistics have the same
 * gaps, regardless of its plan.
 */
export async function recordErasedClicks(
  tx: Transaction,
  giver: number,
  receiver: number,
  linkIds: number[],
): Promise<void> {
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
