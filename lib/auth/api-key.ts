import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/env";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { isWithin } from "@/lib/platform/network/networks";
import { decrypt, encrypt, hmac } from "@/lib/platform/secrets";
import { processSingleton } from "@/lib/platform/singleton";
import { type Actor, toActor } from "./actor";
import { type KeyHolder, keyCache } from "./key-cache";
import { noteUse } from "./key-use";
import { notifyOwner } from "./notices";

/** Generates a key: `sp_` and 43 random characters out of `[A-Za-z0-9_-]`. */
export function generateApiKey(): string {
  return `sp_${randomBytes(32).toString("base64url")}`;
}

/** Returns the two stored forms of a key: one to find it by, one to show it again. */
export function sealApiKey(key: string) {
  return { hmac: hmac("api-key-lookup", key), encrypted: encrypt("api-key-copy", key) };
}

/** Decrypts a key that `sealApiKey` has encrypted. */
export const openApiKey = (encrypted: Uint8Array) => decrypt("api-key-copy", encrypted);

/** How many unknown keys an address may send: ten times its rate limit for requests without a key. */
const lookUps = () =>
  processSingleton("keyLookUps", () =>
    createRateLimiter({ name: "key-look-ups", points: 10 * env.RATE_LIMIT_PER_MINUTE, seconds: 60 }),
  );

/**
 * Returns the actor of a key; null if the key is unknown or has expired. After an `address` has sent too many unknown
 * keys, null is also returned for keys that are not cached, to protect the database. Throws `key_from_elsewhere` if the
 * address is in none of the key's networks.
 */
export async function findActorByKey(key: string, address?: string): Promise<Actor | null> {
  const id = Buffer.from(hmac("api-key-lookup", key)).toString("hex");
  const holder = keyCache().peek(id) ?? (await lookUp(id, address));
  if (!holder || (holder.key.expiresAt && holder.key.expiresAt <= new Date())) return null;
  const actor = toActor(holder, { key: holder.key, ...(holder.member && { member: holder.member }) });
  if (address === undefined) return actor;
  if (!isWithin(holder.key.networks, address)) throw new AppError("key_from_elsewhere");
  noteUse(holder.key.id, address);
  return actor;
}

async function lookUp(id: string, address?: string): Promise<KeyHolder | null> {
  if (address !== undefined && !(await lookUps().peek({ address })).allowed) return null;
  const holder = await keyCache().get(id);
  if (!holder && address !== undefined) await lookUps().consume({ address });
  return holder;
}

/**
 * Replaces the account's legacy key and turns it on. The old one stops working at once; the new one does not expire.
 */
export async function rotateLegacyKey(userId: number): Promise<string> {
  const key = generateApiKey();
  const fresh = { ...sealApiKey(key), expiresAt: null, createdAt: new Date(), lastUsedAt: null, lastUsedFrom: null };
  const { count } = await db.apiKey.updateMany({ where: { userId, legacy: true }, data: { ...fresh, enabled: true } });
  if (count === 0) await db.apiKey.create({ data: { ...fresh, userId, memberId: userId, legacy: true } });
  announce("user_changed", `${userId}`);
  void notifyOwner(userId, (t) => t("changes.apiKey"));
  return key;
}

/** Returns the account's legacy key in plain text. */
export async function revealLegacyKey(userId: number): Promise<string> {
  const { encrypted } = await db.apiKey.findFirstOrThrow({ where: { userId, legacy: true } });
  if (!encrypted) throw new Error("a legacy key has no encrypted copy");
  return openApiKey(encrypted);
}

export const isLegacyKeyOn = async (userId: number): Promise<boolean> =>
  (await db.apiKey.count({ where: { userId, legacy: true, enabled: true } })) > 0;

/** Turns the legacy key on or off. */
export async function setLegacyKey(userId: number, enabled: boolean): Promise<void> {
  await db.apiKey.updateMany({ where: { userId, legacy: true }, data: { enabled } });
  announce("user_changed", `${userId}`);
  void notifyOwner(userId, (t) => t(enabled ? "changes.apiKeyOn" : "changes.apiKeyOff"));
}

/** Deletes a member's keys in all accounts or in one. The legacy key stays: it can be replaced or turned off. */
export async function endKeys(whose: { memberId: number; userId?: number }, tx: Transaction = db): Promise<void> {
  await tx.apiKey.deleteMany({ where: { ...whose, legacy: false } });
  announce("user_changed", `${whose.memberId}`);
}
