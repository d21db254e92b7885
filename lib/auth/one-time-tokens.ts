import { createHash, randomBytes } from "node:crypto";
import type { OneTimeToken, OneTimeTokenKind } from "@/generated/prisma/client";
import { db, type Transaction } from "@/lib/platform/database/db";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How long a token of each kind works, and how many random bytes it has. */
const kinds: Record<OneTimeTokenKind, { lastsMs: number; bytes: number }> = {
  // 192 bits, but short enough for lines to arrive unbroken in a mail.
  password_reset: { lastsMs: HOUR_MS, bytes: 24 },
  confirm_email: { lastsMs: DAY_MS, bytes: 24 },
  log_in: { lastsMs: HOUR_MS, bytes: 32 },
};

export const randomToken = (bytes = 24) => randomBytes(bytes).toString("base64url");

/** Returns the stored form of a token, which cannot be used to log in. Random tokens need no slower hash. */
export const hashToken = (token: string) => Uint8Array.from(createHash("sha256").update(token).digest());

/** When a token of this kind that is created now ends. */
export const tokenEnd = (kind: OneTimeTokenKind) => new Date(Date.now() + kinds[kind].lastsMs);

/** Creates a token for an existing user. Earlier tokens keep working. */
export async function createToken(kind: OneTimeTokenKind, userId: number, payload?: string): Promise<string> {
  const token = randomToken(kinds[kind].bytes);
  // Old tokens are kept for a while, to explain why they no longer work.
  await db.oneTimeToken.deleteMany({ where: { userId, kind, expiresAt: { lt: new Date(Date.now() - DAY_MS) } } });
  const data = { tokenHash: hashToken(token), kind, userId, payload, expiresAt: tokenEnd(kind) };
  await db.oneTimeToken.create({ data });
  return token;
}

/** Returns a token's user and payload, and whether it still works, without using it; null if there is none. */
export async function findToken(kind: OneTimeTokenKind, token: string) {
  const row = await db.oneTimeToken.findUnique({ where: { tokenHash: hashToken(token), kind } });
  return row && { userId: row.userId, payload: row.payload, state: stateOf(row) };
}

function stateOf({ usedAt, expiresAt }: OneTimeToken): "usable" | "used" | "expired" {
  if (usedAt) return "used";
  return expiresAt > new Date() ? "usable" : "expired";
}

/**
 * Uses a token, optionally only if it belongs to `ofUser`; null if it does not (or no longer) work. It is one
 * conditional UPDATE, so that only one of two simultaneous requests succeeds.
 */
export async function consumeToken(kind: OneTimeTokenKind, token: string, tx: Transaction = db, ofUser?: number) {
  const [used] = await tx.$queryRaw<{ userId: number; payload: string | null }[]>`
    UPDATE one_time_tokens SET used_at = now()
    WHERE token_hash = ${hashToken(token)} AND kind = ${kind}::"OneTimeTokenKind"
      AND user_id = coalesce(${ofUser ?? null}::int, user_id) AND used_at IS NULL AND expires_at > now()
    RETURNING user_id AS "userId", payload`;
  return used ?? null;
}

/** Deletes a user's unused tokens of these kinds. Used ones stay for a while, to explain that they were used. */
export async function endTokens(userId: number, kinds: OneTimeTokenKind[], tx: Transaction): Promise<void> {
  await tx.oneTimeToken.deleteMany({ where: { userId, kind: { in: kinds }, usedAt: null } });
}
