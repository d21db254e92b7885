import { type LinkChangeSet, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, englishOf } from "@/lib/contract/errors";
import type { LinkStatus } from "@/lib/contract/link-state";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { db, type Transaction } from "@/lib/platform/database/db";
import { hasCode, uniqueViolation } from "@/lib/platform/database/outage";
import { deleteRows } from "@/lib/platform/database/rows";
import { type Warning, warnAll } from "@/lib/platform/warnings";
import { invalidateLink, type LinkAddress } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { restoreWithin } from "@/lib/resources/links/trash/restore";
import { type Limited, limitReached } from "@/lib/resources/plans/quota";
import { maxTags } from "@/lib/resources/tags/names";
import { archiveWithin, unarchiveWithin } from "./archive";
import { undoOverwritten } from "./overwritten";
import { mostRefusals } from "./schema";
import {
  type Action,
  addTag,
  changeColumn,
  deleteCreatedTag,
  idsWithFreeAlias,
  idsWithFullTags,
  type LockedLink,
  lockLinks,
  removeTag,
  runAtomically,
  statusOfCode,
} from "./steps";

/** How long a change can be undone. */
const undoable = Prisma.sql`interval '30 days'`;

/** A link that could not be changed back, or that lacks something since it was restored. */
interface ReportedLink {
  id: number;
  /** null if the link or its domain no longer exists */
  shorturl: string | null;
}

interface ChangeUndone {
  /** whether it was done, or only tried */
  done: boolean;
  /** the number of links that were changed back */
  undone: number;
  /** the number of links that could not be changed back */
  left: number;
  /** the first of those, with the reason and what to do */
  refusals: (ReportedLink & { why: Refusal })[];
  /** the first restored links that did not get everything back */
  losses: (ReportedLink & { lost: Warning[] })[];
}

/** `possible`: what can be undone. `whole`: all of it, or else only try it. `dry`: only try it. */
type UndoMode = "possible" | "whole" | "dry";

/** Rolls back what was only tried. */
class Tried extends Error {
  constructor(readonly result: ChangeUndone) {
    super();
  }
}

/**
 * Undoes a change of many links for those where it is possible. The others stay part of the change, so that it can be
 * undone again once the reason is gone. Throws `undo_changed` if there are none but those.
 */
export async function undoChange(actor: Actor, id: number, mode: UndoMode = "possible"): Promise<ChangeUndone> {
  authorize(actor, "links:write");
  const found = await db.linkChangeSet.findFirst({ where: { id, userId: actor.userId }, select: { action: true } });
  if (!found) throw new AppError("undo_gone");
  const { undo, within } = undoSteps[found.action as Action];
  if (found.action === "channel") authorize(actor, "channels:write");
  try {
    const { result, addresses } = await runAtomically(within, actor, async (tx, room) => {
      const set = await lockedSet(tx, id);
      const undone = await undo(tx, actor, set, room);
      const result = await resultOf(tx, set, undone, mode);
      if (result.done && result.undone === 0) throw refusedUndo(result);
      if (!result.done) throw new Tried(result);
      await keepLeft(tx, set, undone);
      return { result, addresses: undone.addresses };
    });
    addresses.forEach(invalidateLink);
    return warned(result);
  } catch (error) {
    if (error instanceof Tried) return warned(error.result);
    // Meanwhile an alias or external ID was taken, or something that the links had was deleted.
    throw hasCode(error, [...uniqueViolation, "P2003", "23503"]) ? new AppError("changed_meanwhile") : error;
  }
}

/** Adds what restored links do not get back to the answer of the request. */
function warned(result: ChangeUndone): ChangeUndone {
  for (const { id, lost } of result.losses) {
    warnAll(lost.map((loss) => ({ ...loss, field: `links.${id}.${loss.field}` })));
  }
  return result;
}

/** A second request to undo the change waits here, and then finds nothing or what is left. */
async function lockedSet(tx: Transaction, id: number): Promise<ChangeSet> {
  const [there] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM link_change_sets WHERE id = ${id} AND created_at > now() - ${undoable} FOR UPDATE`;
  if (!there) throw new AppError("undo_gone");
  return (await tx.linkChangeSet.findUniqueOrThrow({ where: there })) as ChangeSet;
}

async function resultOf(
  tx: Transaction,
  { linkIds }: ChangeSet,
  { left, losses = new Map() }: Undone,
  mode: UndoMode,
): Promise<ChangeUndone> {
  const refused = [...left].slice(0, mostRefusals);
  const lacking = [...losses].slice(0, mostRefusals);
  const urls = await shortUrlsOf(
    tx,
    [...refused, ...lacking].map(([id]) => id),
  );
  const reported = (id: number) => ({ id, shorturl: urls.get(id) ?? null });
  return {
    done: mode === "possible" || (mode === "whole" && left.size === 0),
    undone: linkIds.length - left.size,
    left: left.size,
    refusals: refused.map(([id, why]) => ({ ...reported(id), why })),
    losses: lacking.map(([id, lost]) => ({ ...reported(id), lost })),
  };
}

/** Returns the short URLs of links, also of deleted ones, by id. */
async function shortUrlsOf(tx: Transaction, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: number; alias: string; userId: number | null; scheme: string; host: string }[]>`
    SELECT named.id, alias, user_id AS "userId", scheme, host FROM (
      SELECT id, alias, domain_id FROM links WHERE id = ANY(${ids})
      UNION ALL SELECT link_id, alias, domain_id FROM deleted_links WHERE link_id = ANY(${ids})
    ) AS named JOIN domains ON domains.id = domain_id`;
  return new Map(rows.map(({ id, alias, ...domain }) => [id, shortUrlOf({ alias, domain })]));
}

/** The refusal of an undo that would change nothing. Names some of the links, as an error lists few. */
function refusedUndo({ refusals }: ChangeUndone): AppError {
  const fields = refusals.slice(0, 20).map(({ id, why }) => ({ path: `links.${id}`, ...why, message: englishOf(why) }));
  return new AppError("undo_changed", {}, fields);
}

/** Keeps the links that may be changed back later. */
async function keepLeft(tx: Transaction, { id, linkIds, befores }: ChangeSet, { left }: Undone): Promise<void> {
  const isKept = (index: number) => {
    const why = left.get(linkIds[index] ?? 0);
    return why !== undefined && why.code !== "undo_link_gone";
  };
  const kept = linkIds.filter((_, index) => isKept(index));
  if (kept.length === 0) {
    await tx.linkChangeSet.delete({ where: { id } });
    return;
  }
  const hasOnePerLink = befores.length === linkIds.length;
  const data = { linkIds: kept, ...(hasOnePerLink && { befores: befores.filter((_, index) => isKept(index)) }) };
  await tx.linkChangeSet.update({ where: { id }, data });
}

export async function sweepLinkChanges(): Promise<number> {
  return deleteRows("link_change_sets", "created_at < now() - interval '30 days'");
}

type ChangeSet = LinkChangeSet & { action: Action };

interface Undone {
  /** the cache keys of the links that have been changed back */
  addresses: LinkAddress[];
  /** why other links could not be changed back, by id */
  left: Map<number, Refusal>;
  /** what restored links did not get back, by id */
  losses?: Map<number, Warning[]>;
}

interface UndoStep {
  /** the limited resource that undoing adds to */
  within?: Limited;
  /** Changes back what can be. A link that has its earlier value already counts as changed back. */
  undo(tx: Transaction, actor: Actor, set: ChangeSet, room: number): Promise<Undone>;
}

/** Locks the links of a change, and tells those that can be changed back from the others. */
async function sortLinks(
  tx: Transaction,
  actor: Actor,
  { linkIds }: Pick<LinkChangeSet, "linkIds">,
  refusalFor: (link: LockedLink) => Refusal | undefined = () => undefined,
): Promise<{ links: LockedLink[]; left: Map<number, Refusal> }> {
  const locked = await lockLinks(tx, actor, linkIds);
  const left = await goneAmong(tx, actor, linkIds, locked);
  const links = locked.filter((link) => {
    const why = refusalFor(link);
    if (why) left.set(link.id, why);
    return !why;
  });
  return { links, left };
}

/** Returns why the others of these links do not exist. */
async function goneAmong(
  tx: Transaction,
  { userId }: Actor,
  ids: number[],
  there: { id: number }[],
): Promise<Map<number, Refusal>> {
  const found = new Set(there.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return new Map();
  const deleted = await tx.$queryRaw<{ id: number }[]>`
    SELECT link_id AS id FROM deleted_links WHERE link_id = ANY(${missing}) AND user_id = ${userId}`;
  const restorable = new Set(deleted.map(({ id }) => id));
  return new Map(missing.map((id) => [id, refusal(restorable.has(id) ? "undo_link_deleted" : "undo_link_gone")]));
}

/** Returns the earlier value of each link by id, null for none. */
const earlierOf = ({ befores, linkIds }: ChangeSet) =>
  new Map(linkIds.map((id, index) => [id, befores[index] || null]));

const idsOf = (links: { id: number }[]) => links.map(({ id }) => id);

/** `usual`: the earlier status of links whose change set does not have it. */
const undoSwitch = (from: LinkStatus, usual: LinkStatus): UndoStep => ({
  async undo(tx, actor, set) {
    const earlier = earlierOf(set);
    const statusBefore = ({ id }: LockedLink) => statusOfCode(earlier.get(id) ?? 0) ?? usual;
    const { links, left } = await sortLinks(tx, actor, set, (link) =>
      link.status === from || link.status === statusBefore(link) ? undefined : refusal("undo_link_changed"),
    );
    const switched = links.filter(({ status }) => status === from);
    await changeColumn(tx, switched, "status", switched.map(statusBefore));
    return { addresses: links, left };
  },
});

const undoSteps: Record<Action, UndoStep> = {
  campaign: {
    async undo(tx, actor, set) {
      const there = await tx.$queryRaw<{ id: number }[]>`
        SELECT id FROM campaigns WHERE id = ANY(${[set.target ?? 0, ...set.befores]}) AND user_id = ${actor.userId}
        ORDER BY id FOR SHARE`;
      const known = new Set<number | null>([null, ...idsOf(there)]);
      // Deleting a campaign takes its links out of it.
      const applied = known.has(set.target) ? set.target : null;
      const earlier = earlierOf(set);
      const campaignBefore = ({ id }: LockedLink) => earlier.get(id) ?? null;
      const { links, left } = await sortLinks(tx, actor, set, (link) => {
        if (link.campaignId === campaignBefore(link)) return undefined;
        if (link.campaignId !== applied) return refusal("undo_link_changed");
        return known.has(campaignBefore(link)) ? undefined : refusal("undo_campaign_gone");
      });
      await changeColumn(tx, links, "campaign_id", links.map(campaignBefore));
      return {
        addresses: links.map((link) => ({ ...link, campaignId: campaignBefore(link) ?? link.campaignId })),
        left,
      };
    },
  },
  domain: {
    async undo(tx, actor, set) {
      const there = await tx.$queryRaw<{ id: number }[]>`
        SELECT id FROM domains WHERE id = ANY(${set.befores}) AND (user_id = ${actor.userId} OR user_id IS NULL)
        ORDER BY id FOR KEY SHARE`;
      const known = new Set(idsOf(there));
      const earlier = earlierOf(set);
      const domainBefore = ({ id }: LockedLink) => earlier.get(id) ?? 0;
      const { links, left } = await sortLinks(tx, actor, set, (link) => {
        if (link.domainId === domainBefore(link)) return undefined;
        if (link.domainId !== set.target) return refusal("undo_link_changed");
        return known.has(domainBefore(link)) ? undefined : refusal("undo_domain_gone");
      });
      const away = links.filter((link) => link.domainId !== domainBefore(link));
      const free = new Set<number>();
      for (const domain of known) {
        const back = away.filter((link) => domainBefore(link) === domain);
        for (const id of await idsWithFreeAlias(tx, domain, back)) free.add(id);
      }
      for (const { id } of away) if (!free.has(id)) left.set(id, refusal("undo_alias_taken"));
      const moved = away.filter(({ id }) => free.has(id));
      await changeColumn(tx, moved, "domain_id", moved.map(domainBefore));
      return { addresses: [...moved, ...moved.map((link) => ({ ...link, domainId: domainBefore(link) }))], left };
    },
  },
  channel: {
    async undo(tx, actor, set) {
      const { links, left } = await sortLinks(tx, actor, set);
      await tx.$executeRaw`
        DELETE FROM channel_items WHERE channel_id = ${set.target} AND link_id = ANY(${idsOf(links)})`;
      return { addresses: [], left };
    },
  },
  tag: {
    async undo(tx, actor, set) {
      const tag = set.target ?? 0;
      const { links, left } = await sortLinks(tx, actor, set);
      await removeTag(tx, idsOf(links), tag);
      if (set.befores.includes(tag)) await deleteCreatedTag(tx, actor, tag);
      return { addresses: [], left };
    },
  },
  untag: {
    async undo(tx, actor, set) {
      const tag = set.target ?? 0;
      const tags = await tx.$queryRaw<object[]>`
        SELECT id FROM tags WHERE id = ${tag} AND user_id = ${actor.userId} FOR SHARE`;
      const { links, left } = await sortLinks(tx, actor, set, () =>
        tags.length === 0 ? refusal("undo_tag_gone") : undefined,
      );
      const full = await idsWithFullTags(tx, idsOf(links), tag);
      for (const id of full) left.set(id, refusal("link_tags_full", { count: maxTags }));
      await addTag(tx, idsOf(links.filter(({ id }) => !full.has(id))), tag);
      return { addresses: [], left };
    },
  },
  import: {
    async undo(tx, actor, set) {
      const { links, left } = await sortLinks(tx, actor, set);
      const refused = await undoOverwritten(tx, actor, set, idsOf(links));
      for (const [id, why] of refused) left.set(id, why);
      return { addresses: links.filter(({ id }) => !refused.has(id)), left };
    },
  },
  public: undoSwitch("public", "off"),
  private: undoSwitch("private", "public"),
  off: undoSwitch("off", "public"),
  archive: {
    within: "links",
    async undo(tx, actor, set, room) {
      const { links, left } = await sortLinks(tx, actor, set);
      const archived = links.filter((link) => link.archived);
      const fits = archived.slice(0, Math.max(0, Math.min(room, archived.length)));
      for (const { id } of archived.slice(fits.length)) left.set(id, limitReached(actor, "links"));
      return { addresses: await unarchiveWithin(tx, actor, idsOf(fits), room), left };
    },
  },
  unarchive: {
    async undo(tx, actor, set) {
      const { links, left } = await sortLinks(tx, actor, set);
      return { addresses: await archiveWithin(tx, actor, idsOf(links)), left };
    },
  },
  delete: {
    within: "links",
    async undo(tx, actor, { linkIds }, room) {
      const { restored, left, losses } = await restoreWithin(tx, actor, linkIds, room);
      const settled = new Set([...left.keys(), ...idsOf(restored)]);
      // Links that have been restored one by one are as before.
      const others = linkIds.filter((id) => !settled.has(id));
      const there = await lockLinks(tx, actor, others);
      for (const [id, why] of await goneAmong(tx, actor, others, there)) left.set(id, why);
      return { addresses: restored, left, losses };
    },
  },
};

/** What an undo has done, or would do. */
export function presentUndone({ done, undone, left, refusals }: ChangeUndone) {
  const links = `${undone} ${undone === 1 ? "link" : "links"}`;
  const are = undone === 1 ? "is what it was" : "are what they were";
  const others = left > 0 ? ` ${left} could not be changed back.` : "";
  return {
    message: done ? `${links} ${are} before.${others}` : `${links} can be changed back, ${left} cannot.`,
    ...{ undone, left },
    refusals: refusals.map(({ why, ...link }) => ({ ...link, code: why.code, message: englishOf(why) })),
  };
}
