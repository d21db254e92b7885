import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { batchedLoad } from "@/lib/platform/batched-load";
import { FreshCache } from "@/lib/platform/fresh-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import { clickLimitOf } from "./clicks";
import { hasFeature, type Limited, limitOf } from "./quota";
import { storageLimitOf, storedBy } from "./storage";

/** What is counted of an account: under the names of the API, each with that of its limit and with how it is counted. */
const counted = {
  links: ["links", "SELECT coalesce(sum(links), 0)::int FROM link_blocks"],
  domains: ["domain", "SELECT count(*)::int FROM domains"],
  pixels: ["pixels", "SELECT count(*)::int FROM pixels"],
  splash: ["splash", "SELECT count(*)::int FROM splash_pages"],
  overlays: ["overlay", "SELECT count(*)::int FROM overlays"],
  campaigns: ["campaigns", "SELECT count(*)::int FROM campaigns"],
  channels: ["channels", "SELECT count(*)::int FROM channels"],
  tags: ["tags", "SELECT count(*)::int FROM tags"],
  bio: ["bioPages", "SELECT count(*)::int FROM bio_pages"],
  qr: ["qrCodes", "SELECT count(*)::int FROM qr_codes"],
  members: ["team", "SELECT count(*)::int FROM members"],
} as const satisfies Record<string, [Limited, string]>;

export type Counted = keyof typeof counted;

export const countedNames = Object.keys(counted) as Counted[];

type Name = Counted | "clicks" | "storage";

/** `limit` is null where there is none; `storage` is in bytes. */
export type Usage = Record<Name, { used: number; limit: number | null }>;

type Counts = Record<Name, number>;

// One look at the database for all who ask at the same time.
const countsOf = `SELECT account.id::text AS key,
  ${Object.entries(counted).map(([name, [, count]]) => `(${count} WHERE user_id = account.id) AS ${name}`)},
  (SELECT coalesce(sum(clicks), 0)::float8 FROM click_usage
    WHERE month = date_trunc('month', now() AT TIME ZONE 'UTC')::date AND user_id = account.id) AS clicks,
  (${storedBy("account.id")}) AS storage
  FROM unnest($1::int[]) AS account (id)`;

async function readCounts(userIds: string[]): Promise<Map<string, Counts>> {
  const { rows } = await pool.query<Counts & { key: string }>({ name: "usage", text: countsOf, values: [userIds] });
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

/** A client that asks before each thing that it makes need not have all of it counted each time. */
const freshForMs = 2_000;

const counts = () =>
  processSingleton(
    "usage",
    () =>
      new FreshCache<Counts>({
        share: "usage",
        most: 10_000,
        load: batchedLoad({ loadMany: readCounts, mostKeys: 50, mostQueries: 2 }),
        freshForMs,
        staleIfErrorMs: 0,
      }),
  );

/** How much the actor has of what is limited, seconds ago at most, and how much they may have. */
export async function usageOf(actor: Actor): Promise<Usage> {
  authorize(actor, "account:read");
  return withLimits(actor, await counts().get(`${actor.userId}`));
}

/** The same as it is now. */
export async function usageNow(actor: Actor): Promise<Usage> {
  authorize(actor, "account:read");
  const key = `${actor.userId}`;
  return withLimits(actor, (await readCounts([key])).get(key) ?? null);
}

function withLimits(actor: Actor, counts: Counts | null): Usage {
  const entries = countedNames.map((name) => [
    name,
    { used: counts?.[name] ?? 0, limit: allowedOf(actor, counted[name][0]) },
  ]);
  return {
    ...(Object.fromEntries(entries) as Pick<Usage, Counted>),
    clicks: { used: counts?.clicks ?? 0, limit: clickLimitOf(actor) },
    storage: { used: counts?.storage ?? 0, limit: storageLimitOf(actor) },
  };
}

/** Of what the plan does not have at all, none. */
function allowedOf(actor: Actor, resource: Limited): number | null {
  const has = switched.every((feature) => feature !== resource || hasFeature(actor, feature));
  return has ? limitOf(actor, resource) : 0;
}

const switched = ["domain", "pixels", "splash", "overlay", "team"] as const;
