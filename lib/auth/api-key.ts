import { randomBytes } from "node:crypto";
import { isIPv4 } from "node:net";
import { AppError } from "@/lib/contract/errors";
import type { Permission } from "@/lib/contract/permissions";
import { FreshCache } from "@/lib/platform/cache/fresh-cache";
import { announce, follow, isListening, subscribe } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { log } from "@/lib/platform/log/log";
import { isWithin, networkOf, wideNetworkOf } from "@/lib/platform/network/networks";
import { decrypt, encrypt, hmac } from "@/lib/platform/secrets";
import { processSingleton } from "@/lib/platform/singleton";
import { type Account, type Actor, authorOf, findFreePlan, scopesOf, toActor } from "./actor";
import { record } from "./events";
import { notifyOwner } from "./notices";
import type { Role } from "./permissions";

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

/** The last uses of all keys are written together, once a minute. */
const WRITE_MS = 60_000;

/** The most keys in use within a minute; uses of further keys are not recorded. */
const maxKeys = 100_000;

interface Uses {
  from: Map<number, { at: Date; address: string }>;
  timer: NodeJS.Timeout | undefined;
}

const uses = () => processSingleton("keyUses", (): Uses => ({ from: new Map(), timer: undefined }));

/** Records that a key was used just now, from this address. */
function noteUse(id: number, address: string): void {
  const noted = uses();
  if (noted.from.size >= maxKeys && !noted.from.has(id)) return;
  noted.from.set(id, { at: new Date(), address });
  noted.timer ??= setTimeout(() => void writeUses(), WRITE_MS).unref();
}

/** Writes the recorded uses. This also happens when the process stops. */
async function writeUses(): Promise<void> {
  const noted = uses();
  clearTimeout(noted.timer);
  noted.timer = undefined;
  const rows = [...noted.from].map(([id, { at, address }]) => ({ id, at, address: address.slice(0, 64) }));
  noted.from.clear();
  if (rows.length === 0) return;
  try {
    await statement(
      `WITH sent AS (SELECT * FROM json_to_recordset($1::json) AS sent (id int, at timestamptz, address text)),
        -- A key that another process is at was used there just now.
        free AS (SELECT id FROM api_keys WHERE id IN (SELECT id FROM sent) FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE api_keys SET last_used_at = sent.at, last_used_from = sent.address FROM sent JOIN free USING (id)
      WHERE api_keys.id = sent.id AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < sent.at)`,
      [JSON.stringify(rows)],
    );
  } catch (error) {
    log.warn({ error: String(error) }, "the last uses of keys could not be stored");
  }
}

/** A key with its account and the member who created it: null for the account's owner. */
interface KeyHolder extends Account {
  key: { id: number; scopes: Permission[] | null; networks: string[]; expiresAt: Date | null };
  member: { id: number; username: string; role: Role } | null;
}

/**
 * How long an entry is used while change notifications arrive (`HEARD_MS`) and while they do not. In the second case, a
 * deleted key may still work for that long.
 */
const FRESH_LISTENING_MS = 60_000;
const FRESH_NOT_LISTENING_MS = 1_000;

/** Keys by their HMAC in hexadecimal. Unknown keys are not cached, because they may be created at any moment. */
const keyCache = () =>
  processSingleton("keyCache", () => {
    const keys = new FreshCache<KeyHolder>({
      share: "keys",
      most: 10_000,
      load: readHolder,
      freshForMs: () => (isListening() ? FRESH_LISTENING_MS : FRESH_NOT_LISTENING_MS),
      staleIfErrorMs: 0,
    });
    subscribe("user_changed", {
      changed: (id) => keys.invalidateWhere(({ user, member }) => user.id === Number(id) || member?.id === Number(id)),
      anyChanged: () => keys.markAllStale(),
    });
    return follow(keys, "api_key_changed", "plan_changed");
  });

async function readHolder(id: string): Promise<KeyHolder | null> {
  const [row, freePlan] = await Promise.all([
    db.apiKey.findUnique({
      where: { hmac: Buffer.from(id, "hex"), enabled: true, account: { deletion: null } },
      include: { account: { include: { plan: true } }, member: { select: { username: true } } },
    }),
    findFreePlan(),
  ]);
  if (!row) return null;
  const { userId, memberId, networks, expiresAt } = row;
  const key = { id: row.id, scopes: scopesOf(row), networks, expiresAt };
  const holder = { user: row.account, freePlan, key, member: null };
  if (memberId === userId) return holder;
  const membership = await db.member.findUnique({ where: { userId_memberId: { userId, memberId } } });
  return membership && { ...holder, member: { id: memberId, username: row.member.username, role: membership.role } };
}

/** The number of keys and networks that are remembered, to avoid writing to the log again. */
const mostKnown = 20_000;

const known = () => processSingleton("keyNetworks", () => new Set<string>());

/** The most entries of one account a day, so that a person with many networks cannot fill the log. */
const limiter = () =>
  processSingleton("newKeyNetworks", () =>
    createRateLimiter({ name: "new-key-networks", points: 100, seconds: 24 * 60 * 60 }),
  );

/** Records in the audit log when a key is used from a network for the first time. It runs in the background. */
export function noticeNetwork(actor: Actor, address: string): void {
  const network = wholeNetworkOf(address);
  const entry = `${actor.by.keyId} ${network}`;
  const seen = known();
  if (seen.has(entry)) return;
  if (seen.size >= mostKnown) seen.clear();
  seen.add(entry);
  void note(actor, address, entry);
}

async function note(actor: Actor, address: string, once: string): Promise<void> {
  const { userId: account } = actor;
  if (!(await limiter().consume(`${account}`)).allowed) return;
  // Another process, or an earlier one, may have recorded it already. `once` keeps the log free of duplicates.
  await record("key_used_from_new_network", { account, ...authorOf(actor), address, once });
}

/** Returns the /24 of an IPv4 address or the /48 of an IPv6 address: about the size of one organization's network. */
function wholeNetworkOf(address: string): string {
  const plain = networkOf(address);
  return isIPv4(plain) ? plain.replace(/\.\d+$/, ".0/24") : (wideNetworkOf(address) ?? plain);
}
