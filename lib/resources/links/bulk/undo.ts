import type { LinkChangeSet } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import type { LinkStatus } from "@/lib/contract/link-state";
import { db, type Transaction } from "@/lib/platform/db";
import { hasCode, uniqueViolation } from "@/lib/platform/outage";
import { pool } from "@/lib/platform/pool";
import { invalidateLink, type LinkAddress } from "@/lib/resources/links/service";
import { restoreWithin } from "@/lib/resources/links/trash/bulk-restore";
import type { Limited } from "@/lib/resources/plans/quota";
import { archiveWithin, unarchiveWithin } from "./archive";
import { changeColumn, type LockedLink, lockLinks, runAtomically } from "./lock-links";
import { undoOverwritten } from "./overwritten";
import { type Action, statusOfCode } from "./step";
import { addTag, hasTooMany, removeTag } from "./tags";

type ChangeSet = LinkChangeSet & { action: Action };

interface Undo {
  /** the limited resource that undoing adds to */
  within?: Limited;
  /** Returns the cache keys of the links. Throws `undo_changed` if a link or its previous value has changed since. */
  undo(tx: Transaction, actor: Actor, set: ChangeSet, room: number): Promise<LinkAddress[]>;
}

const changedSince = () => new AppError("undo_changed");

function assertUnchanged(holds: boolean): asserts holds {
  if (!holds) throw changedSince();
}

/** Locks all of the links. Each of them must still be as the change has left it. */
async function lockAll(
  tx: Transaction,
  actor: Actor,
  { linkIds }: ChangeSet,
  isSo: (link: LockedLink) => boolean = () => true,
): Promise<LockedLink[]> {
  const links = await lockLinks(tx, actor, linkIds);
  assertUnchanged(links.length === linkIds.length && links.every(isSo));
  return links;
}

/** Returns the previous value of each of the links, in the order of `links`. */
const previousValuesOf = ({ befores, linkIds }: ChangeSet, links: LockedLink[]) => {
  const before = new Map(linkIds.map((id, index) => [id, befores[index] || null]));
  return links.map(({ id }) => before.get(id) ?? null);
};

/** `usual`: the earlier status of links whose change set does not have it. */
const undoSwitch = (from: LinkStatus, usual: LinkStatus): Undo => ({
  async undo(tx, actor, set) {
    const links = await lockAll(tx, actor, set, ({ status }) => status === from);
    const values = previousValuesOf(set, links).map((code) => statusOfCode(code ?? 0) ?? usual);
    await changeColumn(tx, links, "status", values);
    return links;
  },
});

const undos: Record<Action, Undo> = {
  campaign: {
    async undo(tx, actor, set) {
      const values = [...new Set(set.befores.filter((id) => id !== 0))];
      const there = await tx.$queryRaw<object[]>`
        SELECT id FROM campaigns WHERE id = ANY(${values}) AND user_id = ${actor.userId} ORDER BY id FOR SHARE`;
      assertUnchanged(there.length === values.length);
      const links = await lockAll(tx, actor, set, ({ campaignId }) => campaignId === set.target);
      const befores = previousValuesOf(set, links);
      await changeColumn(tx, links, "campaign_id", befores);
      return links.map((link, index) => ({ ...link, campaignId: befores[index] ?? link.campaignId }));
    },
  },
  domain: {
    async undo(tx, actor, set) {
      const values = [...new Set(set.befores)];
      const there = await tx.$queryRaw<object[]>`
        SELECT id FROM domains WHERE id = ANY(${values}) AND (user_id = ${actor.userId} OR user_id IS NULL)
        ORDER BY id FOR KEY SHARE`;
      assertUnchanged(there.length === values.length);
      const links = await lockAll(tx, actor, set, ({ domainId }) => domainId === set.target);
      const befores = previousValuesOf(set, links);
      await changeColumn(tx, links, "domain_id", befores);
      return [...links, ...links.map((link, index) => ({ ...link, domainId: befores[index] ?? link.domainId }))];
    },
  },
  channel: {
    async undo(tx, actor, set) {
      await lockAll(tx, actor, set);
      const taken = await tx.$executeRaw`
        DELETE FROM channel_items WHERE channel_id = ${set.target} AND link_id = ANY(${set.linkIds})`;
      assertUnchanged(taken === set.linkIds.length);
      return [];
    },
  },
  tag: {
    async undo(tx, actor, set) {
      await lockAll(tx, actor, set);
      const taken = await removeTag(tx, set.linkIds, set.target ?? 0);
      assertUnchanged(taken.length === set.linkIds.length);
      return [];
    },
  },
  untag: {
    async undo(tx, actor, set) {
      const tags = await tx.$queryRaw<object[]>`
        SELECT id FROM tags WHERE id = ${set.target} AND user_id = ${actor.userId} FOR SHARE`;
      assertUnchanged(tags.length === 1);
      await lockAll(tx, actor, set);
      const added = await addTag(tx, set.linkIds, set.target ?? 0);
      assertUnchanged(added.length === set.linkIds.length && !(await hasTooMany(tx, added)));
      return [];
    },
  },
  import: { undo: undoOverwritten },
  public: undoSwitch("public", "off"),
  private: undoSwitch("private", "public"),
  off: undoSwitch("off", "public"),
  archive: {
    within: "links",
    async undo(tx, actor, set, room) {
      const links = await unarchiveWithin(tx, actor, set.linkIds, room);
      assertUnchanged(links.length === set.linkIds.length);
      return links;
    },
  },
  unarchive: {
    async undo(tx, actor, set) {
      const links = await archiveWithin(tx, actor, set.linkIds);
      assertUnchanged(links.length === set.linkIds.length);
      return links;
    },
  },
  delete: {
    within: "links",
    async undo(tx, actor, set, room) {
      const links = await restoreWithin(tx, actor, set.linkIds, room);
      if (!links) throw changedSince();
      return links;
    },
  },
};

/** How long a change can be undone. */
const undoable = "interval '30 days'";

/** Undoes a change on all of its links or none. Returns how many there are. */
export async function undoChange(actor: Actor, id: number): Promise<number> {
  authorize(actor, "links:write");
  const found = await db.linkChangeSet.findFirst({ where: { id, userId: actor.userId } });
  if (!found) throw new AppError("undo_gone");
  const { undo, within } = undos[found.action as Action];
  if (found.action === "channel") authorize(actor, "channels:write");
  const links = await runAtomically(within, actor, async (tx, room) => {
    // A second request to undo it waits here, and then finds nothing.
    const [set] = await tx.$queryRawUnsafe<{ id: number }[]>(
      `DELETE FROM link_change_sets WHERE id = $1 AND created_at > now() - ${undoable} RETURNING id`,
      id,
    );
    if (!set) throw new AppError("undo_gone");
    return undo(tx, actor, found as ChangeSet, room);
  }).catch((error: unknown) => {
    // An alias or external ID has been taken meanwhile, or something that the links had no longer exists.
    throw hasCode(error, [...uniqueViolation, "P2003", "23503"]) ? changedSince() : error;
  });
  links.forEach(invalidateLink);
  return found.linkIds.length;
}

export async function sweepLinkChanges(): Promise<number> {
  const { rowCount } = await pool.query(`DELETE FROM link_change_sets WHERE created_at < now() - ${undoable}`);
  return rowCount ?? 0;
}
