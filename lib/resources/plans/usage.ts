import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { batchedLoad } from "@/lib/platform/cache/batched-load";
import { FreshCache } from "@/lib/platform/cache/fresh-cache";
import { follow } from "@/lib/platform/database/changes";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { clickLimitOf } from "./clicks";
import { hasFeature, type Limited, limitOf } from "./quota";
import { storageLimitOf, storedBytesSql } from "./storage";

/** What is counted for an account: its name in the API, the name of its limit, and the query that counts it. */
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

/** `limit` is null if there is none; `storage` is in bytes. */
export type Usage = Record<Name, { used: number; limit: number | null }>;

/** The columns that one statement reads of an account. */
interface State extends Record<Name, number> {
  weeklyReport: boolean;
  /** scheme and host of the account's chosen domain, while the account owns it and it is active */
  chosenOrigin: string | null;
}

// One query for all accounts that are requested at the same time.
const statesOf = `SELECT account.id::text AS key,
  ${Object.entries(counted).map(([name, [, count]]) => `(${count} WHERE user_id = account.id) AS ${name}`)},
  (SELECT coalesce(sum(clicks), 0)::float8 FROM click_usage
    WHERE month = date_trunc('month', now() AT TIME ZONE 'UTC')::date AND user_id = account.id) AS clicks,
  (${storedBytesSql("account.id")}) AS storage,
  EXISTS (SELECT FROM weekly_reports WHERE user_id = account.id) AS "weeklyReport",
  (SELECT scheme || '://' || host FROM users JOIN domains ON domains.id = default_domain_id
    WHERE users.id = account.id AND user_id = account.id AND domains.status = 'active') AS "chosenOrigin"
  FROM unnest($1::int[]) AS account (id)`;

async function readStates(userIds: string[]): Promise<Map<string, State>> {
  const rows = await statement<State & { key: string }>(statesOf, [userIds]);
  return new Map(rows.map(({ key, ...state }) => [key, state]));
}

/** A client that checks before each thing that it creates does not need a new count every time. */
const freshForMs = 2_000;

const states = () =>
  processSingleton("usage", () =>
    follow(
      new FreshCache<State>({
        share: "usage",
        most: 10_000,
        load: batchedLoad({ loadMany: readStates, mostKeys: 50, mostQueries: 2 }),
        freshForMs,
        staleIfErrorMs: 0,
      }),
      "user_changed",
      "domain_changed",
    ),
  );

/** The actor's usage and limits. The counts are at most a few seconds old. */
export async function readPlanUsage(actor: Actor): Promise<Usage> {
  authorize(actor, "account:read");
  return withLimits(actor, await states().get(`${actor.userId}`));
}

/** The actor's usage, at most a few seconds old, and the settings of the account that need a query. */
export async function describeAccountState(actor: Actor) {
  authorize(actor, "account:read");
  const state = await states().get(`${actor.userId}`);
  const chosen = hasFeature(actor, "multiple") ? state?.chosenOrigin : null;
  return {
    usage: withLimits(actor, state),
    weeklyReport: state?.weeklyReport ?? false,
    /** scheme and host of new links that name no domain */
    origin: chosen ?? baseUrl(),
  };
}

/** The actor's current usage and limits. */
export async function usageNow(actor: Actor): Promise<Usage> {
  authorize(actor, "account:read");
  const key = `${actor.userId}`;
  return withLimits(actor, (await readStates([key])).get(key) ?? null);
}

function withLimits(actor: Actor, counts: State | null): Usage {
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

/** The limit is 0 for resources whose feature the plan lacks. */
function allowedOf(actor: Actor, resource: Limited): number | null {
  const has = switched.every((feature) => feature !== resource || hasFeature(actor, feature));
  return has ? limitOf(actor, resource) : 0;
}

const switched = ["domain", "pixels", "splash", "overlay", "team"] as const;
