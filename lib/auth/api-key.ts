import { randomBytes } from "node:crypto";
import { announce } from "@/lib/platform/changes";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { type Actor, toActor } from "./actor";
import { type KeyHolder, keyCache } from "./key-cache";
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
 * The holder of a key; null when the key is unknown or has expired. Nor does an `address` learn of a key that is not
 * cached after it sent so many unknown ones: they shall not keep the database busy.
 */
export async function findActorByKey(key: string, address?: string): Promise<Actor | null> {
  const id = Buffer.from(hmac("api-key-lookup", key)).toString("hex");
  const holder = keyCache().peek(id) ?? (await lookUp(id, address));
  if (!holder || (holder.keyExpiresAt && holder.keyExpiresAt <= new Date())) return null;
  return toActor(holder);
}

async function lookUp(id: string, address?: string): Promise<KeyHolder | null> {
  if (address !== undefined && !(await lookUps().peek({ address })).allowed) return null;
  const holder = await keyCache().get(id);
  if (!holder && address !== undefined) await lookUps().consume({ address });
  return holder;
}

/** Replaces the user's key. The old one stops working at once; the new one does not expire. */
export async function rotateApiKey({ userId }: Pick<Actor, "userId">): Promise<string> {
  const key = generateApiKey();
  const sealed = { ...sealApiKey(key), expiresAt: null, createdAt: new Date() };
  await db.apiKey.upsert({
    where: { userId },
    create: { userId, ...sealed },
    update: sealed,
  });
  announce("user_changed", `${userId}`);
  void notifyOwner(userId, (t) => t("changes.apiKey"));
  return key;
}

/** The user's key in clear. */
export async function revealApiKey(userId: number): Promise<string> {
  const row = await db.apiKey.findUniqueOrThrow({ where: { userId } });
  return openApiKey(row.encrypted);
}
