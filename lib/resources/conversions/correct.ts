import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { MOST_CORRECTIONS } from "@/lib/clicks/store/conversion-limits";
import { refusedField } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/database/db";
import { runOneAtATime } from "@/lib/resources/plans/quota";
import type { CorrectConversion } from "./schema";

/** A conversion before its correction. */
interface Reported {
  id: bigint;
  amount: bigint | null;
  currency: string | null;
  withdrawn: boolean;
  corrections: number;
}

export interface Correction {
  status: "corrected" | "unchanged";
  id: number;
}

/**
 * Gives a conversion another amount, withdraws it, or takes that back. Triggers record the change and send its event
 * (prisma/sql). A correction without a change leaves no trace, so it can be repeated.
 */
export async function correctConversion(actor: Actor, input: CorrectConversion): Promise<Correction> {
  authorize(actor, "conversions:write");
  return runOneAtATime(actor.userId, () => db.$transaction((tx) => correct(tx, actor.userId, input)));
}

async function correct(tx: Transaction, userId: number, input: CorrectConversion): Promise<Correction> {
  // Corrections of the same conversion wait for each other, so each records the values that the one before left.
  const [found] = await tx.$queryRaw<Reported[]>`
    SELECT id, amount, currency, withdrawn, corrections FROM conversions
    WHERE user_id = ${userId} AND external_id = ${input.externalid} FOR UPDATE`;
  if (!found) throw refusedField("externalid", "conversion_unknown");
  const { amount, withdrawn } = correctedValues(found, input);
  const id = Number(found.id);
  if (amount === found.amount && withdrawn === found.withdrawn) return { id, status: "unchanged" };
  if (found.corrections >= MOST_CORRECTIONS)
    throw refusedField("externalid", "conversion_corrections_full", { count: MOST_CORRECTIONS });
  await tx.$executeRaw`
    UPDATE conversions SET amount = ${amount}, withdrawn = ${withdrawn}, corrections = corrections + 1
    WHERE id = ${found.id}`;
  return { id, status: "corrected" };
}

function correctedValues(found: Reported, { amount, currency, withdrawn }: CorrectConversion) {
  if (amount !== undefined && found.currency === null) throw refusedField("amount", "conversion_without_amount");
  if (currency !== undefined && currency !== found.currency)
    throw refusedField("currency", "conversion_currency_differs", { currency: found.currency ?? "" });
  return {
    amount: amount === undefined ? found.amount : BigInt(amount),
    withdrawn: withdrawn ?? found.withdrawn,
  };
}
