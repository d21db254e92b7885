import type { Actor } from "@/lib/auth/actor";
import { db, type Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { PlanLimits } from "./schema";

/** What plans limit in number: the member of `limits`, and the word for one of them. */
const limited = {
  links: { noun: "link", count: countLinks },
  domain: { noun: "domain", count: (tx: Transaction, query: Counted) => tx.domain.count(query) },
  pixels: { noun: "pixel", count: (tx: Transaction, query: Counted) => tx.pixel.count(query) },
  splash: { noun: "splash page", count: (tx: Transaction, query: Counted) => tx.splashPage.count(query) },
  overlay: { noun: "overlay", count: (tx: Transaction, query: Counted) => tx.overlay.count(query) },
} as const;

interface Counted {
  where: { userId: number };
}

/** From the counts by block: a plan may allow a million. */
async function countLinks(tx: Transaction, query: Counted): Promise<number> {
  const { _sum } = await tx.linkBlock.aggregate({ ...query, _sum: { links: true } });
  return _sum.links ?? 0;
}

type Limited = keyof typeof limited;

/** What the features are called, and the plan's member that switches each. */
const features = {
  custom: "Custom aliases are",
  alias: "Aliases under 5 characters are",
  multiple: "A choice of domains is",
  bundle: "Campaigns are",
  parameters: "Added parameters are",
  device: "Targeting by device is",
  geo: "Targeting by country or language is",
  export: "Exports are",
  api: "The API is",
  splash: "Splash pages are",
  overlay: "Overlays are",
  pixels: "Pixels are",
  domain: "Domains of your own are",
} as const;

type Feature = keyof typeof features;

const limitsOf = (actor: Actor) => actor.plan.limits as PlanLimits;

/** Administrators have everything. */
export const hasFeature = (actor: Actor, feature: Feature): boolean => actor.admin || limitsOf(actor)[feature].enabled;

/** Refuses what the actor's plan does not have. */
export function requireFeature(actor: Actor, feature: Feature): void {
  if (!hasFeature(actor, feature)) throw new AppError("forbidden", featureSentence(actor, feature));
}

/** Why the actor cannot use a feature. */
export const featureSentence = (actor: Actor, feature: Feature) =>
  `${features[feature]} not part of the ${actor.plan.name} plan.`;

/** How many the actor may have; null where there is no limit. */
export function limitOf(actor: Actor, resource: Limited): number | null {
  if (actor.admin) return null;
  const limits = limitsOf(actor);
  return resource === "links" ? limits.links : limits[resource].count;
}

/**
 * Runs `create` unless the actor already has as many as the plan allows. Creations of one user wait for each other
 * where there is a limit, so that any number of them at once leave exactly the limit.
 */
export function withinLimit<T>(actor: Actor, resource: Limited, create: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRoom(actor, resource, (tx, room) => {
    if (room > 0) return create(tx);
    throw new AppError("forbidden", limitSentence(actor, resource));
  });
}

/** Like `withinLimit`, for who makes several at once: `create` must make no more than `room`, which may be Infinity. */
export async function withRoom<T>(
  actor: Actor,
  resource: Limited,
  create: (tx: Transaction, room: number) => Promise<T>,
): Promise<T> {
  if (resource !== "links") requireFeature(actor, resource);
  const limit = limitOf(actor, resource);
  if (limit === null) return create(db, Number.POSITIVE_INFINITY);
  return inTurn(actor.userId, () =>
    db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM users WHERE id = ${actor.userId} FOR NO KEY UPDATE`;
      return create(tx, limit - (await limited[resource].count(tx, { where: { userId: actor.userId } })));
    }),
  );
}

/** Why no more can be made. */
export function limitSentence(actor: Actor, resource: Limited): string {
  const limit = limitOf(actor, resource);
  const { noun } = limited[resource];
  return `Your plan, ${actor.plan.name}, allows ${limit} ${limit === 1 ? noun : `${noun}s`}. You have reached that limit.`;
}

const turns = new Map<number, Promise<unknown>>();

/** The lock is enough to be exact; but all who wait for it would hold a connection, and none be left for others. */
function inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(userId) ?? Promise.resolve()).then(work, work);
  turns.set(userId, turn);
  const end = () => {
    if (turns.get(userId) === turn) turns.delete(userId);
  };
  turn.then(end, end);
  return turn;
}
