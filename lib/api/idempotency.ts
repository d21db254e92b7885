import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "@/lib/auth/actor";
import { pool } from "@/lib/db";
import { AppError } from "@/lib/errors";

/** How long a request waits for the answer to an equal one that is still running, and how often it looks. */
const waitMs = 15_000;
const lookEveryMs = 50;

interface KeyedRequest {
  actor: Actor;
  /** the `Idempotency-Key` header */
  key: string;
  /** the request's path */
  path: string;
  body: unknown;
}

type Result = Record<string, unknown>;

/**
 * Answers a POST that carries an `Idempotency-Key`: of equal requests within 24 hours only the first runs, and the
 * others get its answer. A request that was refused leaves no trace, so that it can be sent again.
 * Throws `conflict` where the key was used for another request.
 */
export async function answerOnce(
  { actor, key, path, body }: KeyedRequest,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("invalid", "The Idempotency-Key header holds 1 to 255 visible ASCII characters.");
  }
  const hash = createHash("sha256")
    .update(`${path}\n${JSON.stringify(body) ?? ""}`)
    .digest();
  const deadline = Date.now() + waitMs;
  while (!(await claim(actor.userId, key, hash))) {
    const first = await find(actor.userId, key);
    if (first && !first.requestHash.equals(hash)) {
      throw new AppError("conflict", "This Idempotency-Key was used for another request.");
    }
    if (first?.result) return first.result;
    if (Date.now() > deadline) throw new AppError("conflict", "The first request with this key is still running.");
    await sleep(lookEveryMs);
  }
  const result = await run().catch(async (error: unknown) => {
    await pool.query("DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2", [actor.userId, key]);
    throw error;
  });
  await pool.query("UPDATE idempotency_keys SET result = $3 WHERE user_id = $1 AND key = $2", [
    actor.userId,
    key,
    JSON.stringify(result),
  ]);
  return result;
}

/** Whether this request is the first. A claim whose process died before it had an answer ends after a minute. */
async function claim(userId: number, key: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH old AS (
       DELETE FROM idempotency_keys WHERE user_id = $1 AND key <> $2 AND created_at < now() - interval '24 hours'
     )
     INSERT INTO idempotency_keys AS present (user_id, key, request_hash) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, key) DO UPDATE SET request_hash = excluded.request_hash, result = NULL, created_at = now()
     WHERE present.created_at < now() - CASE WHEN present.result IS NULL THEN interval '1 minute' ELSE interval '24 hours' END`,
    [userId, key, hash],
  );
  return rowCount === 1;
}

async function find(userId: number, key: string) {
  const { rows } = await pool.query<{ requestHash: Buffer; result: Result | null }>(
    'SELECT request_hash AS "requestHash", result FROM idempotency_keys WHERE user_id = $1 AND key = $2',
    [userId, key],
  );
  return rows[0];
}
