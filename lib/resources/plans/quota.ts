import type { Actor } from "@/lib/auth/actor";
import { authorizeResource } from "@/lib/auth/resource-names";
import { errorOf } from "@/lib/contract/errors";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { db, type Transaction } from "@/lib/platform/database/db";
import { storedJson } from "@/lib/platform/database/stored-json";
import { Turns } from "@/lib/platform/limits/turns";
import { processSingleton } from "@/lib/platform/singleton";
import { type PlanLimits, planLimits } from "./schema";
import { requireStorage } from "./storage";

export const readLimits = storedJson("plans.limits", planLimits);

/**
 * Everything that is limited in number: links only by the plan, the next five by the plan but never above `most`, the
 * others the same on all plans. `most` is far above what people need. The limit in bytes is in storage.ts.
 */
const limited = {
  links: { noun: "link", most: null, count: countLinks },
  team: { noun: "member", most: 1_000, count: (tx: Transaction, query: Counted) => tx.member.count(query) },
  domain: { noun: "domain", most: 1_000, count: (tx: Transaction, query: Counted) => tx.domain.count(query) },
  pixels: { noun: "pixel", most: 1_000, count: (tx: Transaction, query: Counted) => tx.pixel.count(query) },
  splash: { noun: "splash page", most: 1_000, count: (tx: Transaction, query: Counted) => tx.splashPage.count(query) },
  overlay: { noun: "overlay", most: 1_000, count: (tx: Transaction, query: Counted) => tx.overlay.count(query) },
  campaigns: { noun: "campaign", most: 5_000, count: (tx: Transaction, query: Counted) => tx.campaign.count(query) },
  channels: { noun: "channel", most: 5_000, count: (tx: Transaction, query: Counted) => tx.channel.count(query) },
  tags: { noun: "tag", most: 1_000, count: (tx: Transaction, query: Counted) => tx.tag.count(query) },
  utmTemplates: {
    noun: "UTM template",
    most: 200,
    count: (tx: Transaction, query: Counted) => tx.utmTemplate.count(query),
  },
  bioPages: { noun: "bio page", most: 1_000, count: (tx: Transaction, query: Counted) => tx.bioPage.count(query) },
  qrCodes: { noun: "QR code", most: 10_000, count: (tx: Transaction, query: Counted) => tx.qrCode.count(query) },
  qrTemplates: {
    noun: "QR template",
    most: 200,
    count: (tx: Transaction, query: Counted) => tx.qrTemplate.count(query),
  },
  memberInvitations: {
    noun: "invitation",
    most: 100,
    count: (tx: Transaction, query: Counted) => tx.memberInvitation.count(query),
  },
  apiKeys: {
    noun: "API key",
    most: 50,
    count: (tx: Transaction, { where }: Counted) => tx.apiKey.count({ where: { ...where, legacy: false } }),
  },
  webhooks: {
    noun: "webhook",
    most: 200,
    count: (tx: Transaction, { where }: Counted) => tx.webhook.count({ where: { ...where, forwarding: null } }),
  },
  forwardings: {
    noun: "forwarding",
    most: 200,
    count: (tx: Transaction, { where }: Counted) =>
      tx.webhook.count({ where: { ...where, forwarding: { not: null } } }),
  },
  imports: { noun: "import", most: 20, count: (tx: Transaction, query: Counted) => tx.import.count(query) },
  channelItems: { noun: "channel item", most: 200_000, count: countItems },
} as const;

/** The resources for which the documented `limits` of a plan have a number. */
const planned = ["links", "team", "domain", "pixels", "splash", "overlay"] as const;
type Planned = (typeof planned)[number];
const isPlanned = (resource: Limited): resource is Planned => planned.some((name) => name === resource);

interface Counted {
  where: { userId: number };
}

/** Uses the counts by block, because a plan may allow a million links. */
async function countLinks(tx: Transaction, query: Counted): Promise<number> {
  const { _sum } = await tx.linkBlock.aggregate({ ...query, _sum: { links: true } });
  return _sum.links ?? 0;
}

function countItems(tx: Transaction, { where }: Counted): Promise<number> {
  return tx.channelItem.count({ where: { channel: where } });
}

export type Limited = keyof typeof limited;

/** The members of a plan that turn a feature on or off. Their display names are in messages/en/refusals.json. */
const features = [
  "custom",
  "alias",
  "multiple",
  "bundle",
  "parameters",
  "device",
  "geo",
  "export",
  "api",
  "team",
  "splash",
  "overlay",
  "pixels",
  "domain",
] as const satisfies (keyof PlanLimits)[];

type Feature = (typeof features)[number];

/** For work that takes longer than usual. */
interface TransactionOptions {
  timeout: number;
}

const limitsOf = (actor: Actor) => readLimits(actor.plan.limits);

/** Returns whether the actor's plan has a feature. Administrators have all of them. */
export const hasFeature = (actor: Actor, feature: Feature): boolean =>
  actor.unlimited || limitsOf(actor)[feature].enabled;

/** Throws if the actor's plan lacks a feature. */
export function requireFeature(actor: Actor, feature: Feature): void {
  if (!hasFeature(actor, feature)) throw errorOf(featureRefusal(actor, feature));
}

export const featureRefusal = (actor: Actor, feature: Feature) =>
  refusal("plan_lacks_feature", { feature, plan: actor.plan.name });

/** Returns how many the actor may have; null if there is no limit. */
export function limitOf(actor: Actor, resource: Limited): number | null {
  if (actor.unlimited) return null;
  const { most } = limited[resource];
  const allowed = isPlanned(resource) ? allowedBy(limitsOf(actor), resource) : null;
  return allowed === null || most === null ? (allowed ?? most) : Math.min(allowed, most);
}

const allowedBy = (limits: PlanLimits, resource: Planned) =>
  resource === "links" ? limits.links : limits[resource].count;

/**
 * Runs `create` unless the actor's plan allows no more of the resource or no more storage. If there is a limit, a
 * user's requests wait for each other, so that the limit is never exceeded.
 */
export async function withinLimit<T>(
  actor: Actor,
  resource: Limited,
  create: (tx: Transaction) => Promise<T>,
): Promise<T> {
  authorizeResource("write", actor, limited[resource].noun);
  await requireStorage(actor);
  return withRoom(actor, resource, (tx, room) => {
    if (room > 0) return create(tx);
    throw errorOf(limitReached(actor, resource));
  });
}

/**
 * Like `withinLimit`, for creating several at once; the caller checks the storage. `create` must create at most `room`,
 * which may be Infinity.
 */
export async function withRoom<T>(
  actor: Actor,
  resource: Limited,
  create: (tx: Transaction, room: number) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  authorizeResource("write", actor, limited[resource].noun);
  if (isPlanned(resource) && resource !== "links") requireFeature(actor, resource);
  const limit = limitOf(actor, resource);
  if (limit === null) return create(db, Number.POSITIVE_INFINITY);
  const { userId } = actor;
  return inAccountLock(
    userId,
    async (tx) => create(tx, limit - (await limited[resource].count(tx, { where: { userId } }))),
    options,
  );
}

/**
 * Runs work in a transaction that holds the lock of an account. Whatever counts an account's things before it adds one
 * runs in this lock, so that each of several simultaneous requests sees the one before.
 */
export const inAccountLock = <T>(
  userId: number,
  work: (tx: Transaction) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> =>
  runOneAtATime(userId, () =>
    db.$transaction(async (tx) => {
      await lockAccount(tx, userId);
      return work(tx);
    }, options),
  );

/** Takes the lock of `inAccountLock` in a transaction that has begun. */
export const lockAccount = (tx: Transaction, userId: number) =>
  tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;

/** Like `withRoom`, for work of several steps, which are all done or none. */
export async function withRoomInTransaction<T>(
  actor: Actor,
  resource: Limited,
  work: (tx: Transaction, room: number) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  authorizeResource("write", actor, limited[resource].noun);
  return limitOf(actor, resource) === null
    ? db.$transaction((tx) => work(tx, Number.POSITIVE_INFINITY), options)
    : withRoom(actor, resource, work, options);
}

/**
 * Returns how many more the actor may have. Call it in a transaction that holds the account's lock, such as that of
 * `withRoom` for another resource.
 */
export async function remainingInLock(tx: Transaction, actor: Actor, resource: Limited): Promise<number> {
  const limit = limitOf(actor, resource);
  if (limit === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, limit - (await limited[resource].count(tx, { where: { userId: actor.userId } })));
}

/** Returns the refusal of one more resource than the limit allows. */
export function limitReached(actor: Actor, resource: Limited): Refusal {
  const limit = Number(limitOf(actor, resource));
  const { noun, most } = limited[resource];
  if (limit === most) return refusal("account_limit_reached", { limit, noun });
  return refusal("plan_limit_reached", { plan: actor.plan.name, limit, noun });
}

const turns = processSingleton("quotaTurns", () => new Turns());

/**
 * Runs the work of an account one at a time. The lock alone would make the limit exact, but every request that waits
 * for the lock would hold a connection.
 */
export const runOneAtATime = <T>(userId: number, work: () => Promise<T>): Promise<T> => turns.run(userId, work);
