import { randomInt } from "node:crypto";
import { db, type Transaction } from "@/lib/platform/database/db";
import { hmac } from "@/lib/platform/secrets";

const COUNT = 10;
const HALF = 5;

// Leaves out characters that are easily confused. A code has 49 bits.
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

const hashOf = (userId: number, code: string) => hmac("recovery-code", `${userId} ${code.replaceAll("-", "")}`);

/** Replaces a user's recovery codes and returns the new ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(userId: number, tx: Transaction): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => `${half()}-${half()}`);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })) });
  return codes;
}

/** Uses a code if it is one of the user's. Only one of two simultaneous requests succeeds. */
export async function consumeRecoveryCode(userId: number, code: string): Promise<boolean> {
  const { count } = await db.recoveryCode.deleteMany({ where: { userId, codeHash: hashOf(userId, code) } });
  return count > 0;
}
