import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { deleteRows } from "@/lib/platform/database/rows";
import { statement, transaction } from "@/lib/platform/database/statement";
import { decrypt, encrypt, hmac } from "@/lib/platform/secrets";

/** How long a request waits for the answer to an equal one that is still running, and how often it checks. */
const waitMs = 15_000;
const lookEveryMs = 50;

interface KeyedRequest {
  actor: Actor;
  /** the `Idempotency-Key` header */
  key: string;
  /** the data that is the same in equal requests: the operation and its parsed input */
  request: unknown;
  /** whether the answer holds a secret, which is stored encrypted */
  secret?: boolean;
}

type Result = Record<string, unknown>;

const purpose = "idempotency-answer";

interface Sealed {
  sealed: string;
}

const sealed = (result: Result): Sealed => ({
  sealed: Buffer.from(encrypt(purpose, JSON.stringify(result))).toString("base64"),
});

const opened = ({ sealed }: Sealed): Result => JSON.parse(decrypt(purpose, Buffer.from(sealed, "base64")));

/**
 * Answers a POST with an `Idempotency-Key`: of equal requests within 24 hours only the first runs, and the others get
 * its answer. A refused request is not stored, so that it can be sent again.
 *
 * @throws AppError `conflict` if the key was used for another request
 */
export async function answerOnce(
  { actor, key, request, secret }: KeyedRequest,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("idempotency_key_invalid");
  }
  // An HMAC, because a request can contain a password, which could be guessed from a plain hash.
  // A secret is shown again only to the API key that has created it: others may have fewer permissions.
  const hash = hmac("idempotency", JSON.stringify(secret ? [request, actor.by.keyId] : request));
  const deadline = Date.now() + waitMs;
  for (;;) {
    const claim = await claimKey(actor.userId, key, hash);
    if (claim) return answerClaimed(claim, run, secret ? sealed : (result) => result);
    const first = await findKey(actor.userId, key);
    if (first && !first.requestHash.equals(hash)) {
      throw new AppError("idempotency_key_reused");
    }
    if (first?.result) return secret ? opened(first.result as Sealed) : (first.result as Result);
    if (Date.now() > deadline) throw new AppError("idempotency_key_running");
    await sleep(lookEveryMs);
  }
}

/**
 * `createdAt` distinguishes a claim from a later one for the same key, which took over because this one looked dead.
 */
interface Claim {
  userId: number;
  key: string;
  createdAt: Date;
}

async function answerClaimed(
  { userId, key, createdAt }: Claim,
  run: () => Promise<Result>,
  stored: (result: Result) => object,
): Promise<Result> {
  const mine = "WHERE user_id = $1 AND key = $2 AND created_at = $3";
  const values = [userId, key, createdAt];
  const result = await run().catch(async (error: unknown) => {
    await statement(`DELETE FROM idempotency_keys ${mine}`, values);
    throw error;
  });
  await transaction([[`UPDATE idempotency_keys SET result = $4 ${mine}`, [...values, JSON.stringify(stored(result))]]]);
  return result;
}

/**
 * Claims the key if this request is the first within 24 hours; returns null otherwise. A claim expires if its process
 * died before it had an answer. The commit is asynchronous: a later commit that is waited for also makes the claim
 * durable.
 */
async function claimKey(userId: number, key: string, hash: Uint8Array): Promise<Claim | null> {
  const [rows] = await transaction<{ createdAt: Date }>([
    [
      `INSERT INTO idempotency_keys AS present (user_id, key, request_hash)
     SELECT $1, $2, $3 FROM set_config('synchronous_commit', 'off', true)
     ON CONFLICT (user_id, key) DO UPDATE SET request_hash = excluded.request_hash, result = NULL, created_at = now()
     WHERE present.result IS NULL AND present.created_at < now() - interval '5 minutes'
       OR present.created_at < now() - interval '24 hours'
     RETURNING created_at AS "createdAt"`,
      [userId, key, hash],
    ],
  ]);
  return rows?.[0] ? { userId, key, createdAt: rows[0].createdAt } : null;
}

/** Deletes old keys. A sweep calls it; until then, a new claim replaces an old key. */
export const forgetOldKeys = () => deleteRows("idempotency_keys", "created_at < now() - interval '24 hours'");

async function findKey(userId: number, key: string) {
  const rows = await statement<{ requestHash: Buffer; result: Result | Sealed | null }>(
    'SELECT request_hash AS "requestHash", result FROM idempotency_keys WHERE user_id = $1 AND key = $2',
    [userId, key],
  );
  return rows[0];
}
