import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/changes";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { isWithin } from "@/lib/platform/networks";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { type Actor, toActor } from "./actor";
import { type KeyHolder, keyCache } from "./key-cache";
import { noteUse } from "./key-use";
import { notifyOwner } from "./notices";
import { decrypt, encrypt, hmac } from "./secrets";

/** A new key: `sp_` and 43 random characters out of `[A-Za-z0-9_-]`. */
export function generateApiKey(): string {
  return `sp_${randomBytes(32).toString("base64url")}`;
}

/** The two forms in which a key is stored: one to find it by, one to show it again. */
export function sealApiKey(key: string) {
  return { hmac: hmac("api-key-lookup", key), encrypted: encrypt("api-key-copy", key) };
}

/** The key that `sealApiKey` stored as `encrypted`. */
export const openApiKey = (encrypted: Uint8Array) => decrypt("api-key-copy", encrypted);

/** An address may look for keys that do not exist this much more often than it may send requests without a key. */
const lookUps = () =>
  processSingleton("keyLookUps", () =>
    createRateLimiter({ name: "key-look-ups", points: 10 * env.RATE_LIMIT_PER_MINUTE, seconds: 60 }),
  );

/**
 * Who holds a key; null when the key is unknown or has expired. Nor does an `address` learn of a key that is not
 * cached after it sent so many unknown ones: they shall not keep the database busy.
 *
 * @throws `key_from_elsewhere` for an address that is in none of the key's networks
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

/** Replaces the account's legacy key, and switches it on. The old one stops working at once; the new one does not expire. */
export async function rotateLegacyKey(userId: number): Promise<string> {
  const key = generateApiKey();
  const fresh = { ...sealApiKey(key), expiresAt: null, createdAt: new Date(), lastUsedAt: null, lastUsedFrom: null };
  const { count } = await db.apiKey.updateMany({ where: { userId, legacy: true }, data: { ...fresh, enabled: true } });
  if (count === 0) await db.apiKey.create({ data: { ...fresh, userId, memberId: userId, legacy: true } });
  announce("user_changed", `${userId}`);
  void notifyOwner(userId, (t) => t("changes.apiKey"));
  return key;
}

/** The account's legacy key in clear. */
export async function revealLegacyKey(userId: number): Promise<string> {
  const { encrypted } = await db.apiKey.findFirstOrThrow({ where: { userId, legacy: true } });
  if (!encrypted) throw new Error("a legacy key has no copy");
  return openApiKey(encrypted);
}

export const isLegacyKeyOn = async (userId: number): Promise<boolean> =>
  (await db.apiKey.count({ where: { userId, legacy: true, enabled: true } })) > 0;

/** Switches the legacy key off, or on again. */
export async function setLegacyKey(userId: number, enabled: boolean): Promise<void> {
  await db.apiKey.updateMany({ where: { userId, legacy: true }, data: { enabled } });
  announce("user_changed", `${userId}`);
  void notifyOwner(userId, (t) => t(enabled ? "changes.apiKeyOn" : "changes.apiKeyOff"));
}

/** Ends keys: somebody's in all accounts, or in one. Not the legacy key, which is replaced or switched off. */
export async function endKeys(whose: { memberId: number; userId?: number }, tx: Transaction = db): Promise<void> {
  await tx.apiKey.deleteMany({ where: { ...whose, legacy: false } });
  announce("user_changed", `${whose.memberId}`);
}
