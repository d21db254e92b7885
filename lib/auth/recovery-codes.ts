import { randomInt } from "node:crypto";
import { db, type Transaction } from "@/lib/platform/db";
import { hmac } from "./secrets";

const COUNT = 10;
const HALF = 5;

// Nobody mistakes one for another: a code has 49 bits.
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

const hashOf = (userId: number, code: string) => hmac("recovery-code", `${userId} ${code.replaceAll("-", "")}`);

/** Gives a user ten new codes in place of those that they had. They are not shown again: hashes alone are stored. */
export async function replaceRecoveryCodes(userId: number, tx: Transaction): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => `${half()}-${half()}`);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })) });
  return codes;
}

/** Uses a code up, if it is one of the user's. Of two at once, one wins. */
export async function consumeRecoveryCode(userId: number, code: string): Promise<boolean> {
  const { count } = await db.recoveryCode.deleteMany({ where: { userId, codeHash: hashOf(userId, code) } });
  return count > 0;
}
