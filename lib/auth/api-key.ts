import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { db } from "@/lib/db";
import { once } from "@/lib/once";
import { type Actor, findFreePlan, type Member, toActor } from "./actor";
import { decrypt, encrypt, hmac } from "./secrets";

interface KeyHolder extends Member {
  keyExpiresAt: Date | null;
}

/** Who holds a key, by the key's HMAC in hexadecimal. */
export type KeyCache = LRUCache<string, KeyHolder>;

// Notifications keep it fresh. The short life bounds what a lost notification can cost.
const cache = () => once("keyCache", () => new LRUCache<string, KeyHolder>({ max: 10_000, ttl: 5_000 }));

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

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

/** The holder of a key; null when the key is unknown or has expired. */
export async function findActorByKey(key: string): Promise<Actor | null> {
  const keyHmac = hmac("api-key-lookup", key);
  const id = hex(keyHmac);
  let holder = cache().get(id);
  if (!holder) {
    const [row, freePlan] = await Promise.all([
      db.apiKey.findUnique({ where: { hmac: keyHmac }, include: { user: { include: { plan: true } } } }),
      findFreePlan(),
    ]);
    if (!row) return null;
    holder = { user: row.user, freePlan, keyExpiresAt: row.expiresAt };
    cache().set(id, holder);
  }
  if (holder.keyExpiresAt && holder.keyExpiresAt <= new Date()) return null;
  return toActor(holder);
}

/** Replaces the user's key. The old one stops working at once; the new one does not expire. */
export async function rotateApiKey(actor: Actor): Promise<string> {
  const key = generateApiKey();
  const sealed = { ...sealApiKey(key), expiresAt: null, createdAt: new Date() };
  await db.apiKey.upsert({
    where: { userId: actor.userId },
    create: { userId: actor.userId, ...sealed },
    update: sealed,
  });
  forgetUser(actor.userId);
  return key;
}

/** The user's key in clear. */
export async function revealApiKey(userId: number): Promise<string> {
  const row = await db.apiKey.findUniqueOrThrow({ where: { userId } });
  return openApiKey(row.encrypted);
}

/** For the database's `api_key_changed` notification. */
export function forgetKey(hmacHex: string) {
  cache().delete(hmacHex);
}

/** For the database's `user_changed` notification. */
export function forgetUser(userId: number) {
  for (const [id, holder] of cache().entries()) if (holder.user.id === userId) cache().delete(id);
}
