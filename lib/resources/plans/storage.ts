import type { LRUCache } from "lru-cache";
import type { Actor } from "@/lib/auth/actor";
import { errorOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { byteBoundCache } from "@/lib/platform/cache/byte-bound-cache";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";

const MiB = 2 ** 20;

export type StorageCache = LRUCache<string, { bytes: number }>;

/**
 * How long an account that had room is assumed to still have room. In that time it may exceed its plan by a few seconds
 * × the rate limit × the largest body, in each process. An account without room is counted each time, so that it has
 * room again as soon as something is deleted.
 */
const cachedRoomMs = 5_000;

const cache = () =>
  processSingleton("storageCache", (): StorageCache => byteBoundCache("storage", 10_000, cachedRoomMs));

/**
 * The bytes that an account stores. Those of links are counted as they change (`link_bytes` in the migration).
 * Everything else is limited in number (lib/resources/plans/quota.ts), so it is added up here, with 256 bytes for each
 * row and its index entries. `pg_column_size` returns the stored size without reading the value. What others cause
 * (clicks, answers) and what cannot be deleted does not count.
 */
export async function measureStorage(userId: number): Promise<number> {
  const rows = await statement<{ bytes: number }>(storedBytesSql("$1"), [userId], { quick: true });
  return rows[0]?.bytes ?? 0;
}

/** The same as SQL, for the account that an SQL expression names. */
export const storedBytesSql = (account: string) => `SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM (
  SELECT sum(bytes) AS bytes FROM link_blocks WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + octet_length(image)) FROM uploads WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + bytes) FROM imports WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + pg_column_size(data) + coalesce(octet_length(logo), 0) + coalesce(octet_length(image), 0)
      + coalesce(pg_column_size(style), 0))
    FROM qr_codes LEFT JOIN qr_logos ON qr_code_id = id WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + octet_length(description) + pg_column_size(theme) + pg_column_size(blocks)
      + coalesce(octet_length(meta_title), 0) + coalesce(octet_length(meta_description), 0)
      + coalesce(octet_length(meta_image), 0) + coalesce(octet_length(avatar), 0)) FROM bio_pages WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + pg_column_size(content)) FROM overlays WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + pg_column_size(content)) FROM splash_pages WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + octet_length(description)) FROM channels WHERE user_id = ${account}
  UNION ALL SELECT 256 * count(*) FROM channel_items JOIN channels ON channels.id = channel_id WHERE user_id = ${account}
  UNION ALL SELECT 256 * count(*) FROM campaigns WHERE user_id = ${account}
  UNION ALL SELECT 256 * count(*) FROM pixels WHERE user_id = ${account}
  UNION ALL SELECT 256 * count(*) FROM tags WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + octet_length(concat(source, medium, campaign, term, content))) FROM utm_templates
    WHERE user_id = ${account}
  UNION ALL SELECT sum(256 + pg_column_size(design)) FROM qr_templates WHERE user_id = ${account}
  UNION ALL SELECT 256 * count(*) FROM domains WHERE user_id = ${account}
) AS things`;

/** Returns how many bytes the actor may store; null for administrators, who have no limit. */
export const storageLimitOf = (actor: Actor): number | null => (actor.unlimited ? null : actor.plan.storageMb * MiB);

/** Returns whether the actor's storage is full at this moment. */
export async function isStorageFull(actor: Actor): Promise<boolean> {
  const limit = storageLimitOf(actor);
  if (limit === null) return false;
  const bytes = await measureStorage(actor.userId);
  cache().set(String(actor.userId), { bytes });
  return bytes >= limit;
}

export const storageFull = ({ plan }: Actor) => refusal("plan_storage_full", { plan: plan.name, size: plan.storageMb });

/** Throws if the actor's storage is full. */
export async function requireStorage(actor: Actor): Promise<void> {
  if (await lacksStorage(actor)) throw errorOf(storageFull(actor));
}

/**
 * Like `requireStorage`, for a change from `before` to `after`, which contains only the changed fields. A change that
 * does not grow is allowed, so that links of a full account can still be corrected and turned off.
 */
export async function requireStorageToGrow(actor: Actor, before: () => Promise<object>, after: object): Promise<void> {
  if (!(await lacksStorage(actor))) return;
  const was: Record<string, unknown> = { ...(await before()) };
  const growth = Object.entries(after).map(([name, value]) =>
    value === undefined ? 0 : sizeOf(value) - sizeOf(was[name]),
  );
  if (growth.reduce((sum, bytes) => sum + bytes, 0) > 0) throw errorOf(storageFull(actor));
}

async function lacksStorage(actor: Actor): Promise<boolean> {
  const known = cache().get(String(actor.userId));
  const limit = storageLimitOf(actor);
  if (limit === null || (known && known.bytes < limit)) return false;
  return isStorageFull(actor);
}

/** The size of a column's value. Numbers and times always have the same size, so they count as 0. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null || value instanceof Date) return 0;
  return Buffer.byteLength(JSON.stringify(value));
}
