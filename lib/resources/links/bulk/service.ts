import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, englishOf, errorOf } from "@/lib/contract/errors";
import type { LinkStatus } from "@/lib/contract/link-state";
import { refusal } from "@/lib/contract/refusal";
import { currentAuthor } from "@/lib/platform/database/author";
import { db, type Transaction } from "@/lib/platform/database/db";
import { hasCode, uniqueViolation } from "@/lib/platform/database/outage";
import { linksByIds } from "@/lib/resources/links/read";
import { findLinks, invalidateLink } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { deleteWithin } from "@/lib/resources/links/trash/service";
import { requireOwnedId } from "@/lib/resources/ownership";
import { limitReached, requireFeature } from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { archiveWithin, unarchiveWithin } from "./archive";
import { type ChangeLinks, type LinkSelection, type LinksChanged, mostAtOnce, mostRefusals } from "./schema";
import {
  addTagStep,
  type Changed,
  changeColumn,
  changedOf,
  lockLinks,
  moveToDomainStep,
  removeTagStep,
  runAtomically,
  type Step,
  statusCode,
} from "./steps";

/** The number of an account's latest changes that can be undone. */
const mostKept = 200;

/**
 * Changes many links in one transaction and reports the links that could not be changed. Ids of other users' links are
 * ignored, like ids that do not exist.
 */
export async function changeLinks(actor: Actor, body: ChangeLinks): Promise<LinksChanged> {
  authorize(actor, "links:write");
  const step = await stepOf(actor, body);
  const ids = await selectedIds(actor, body);
  if (step.stores) await requireStorage(actor);
  const changed = await runAtomically(step.within, actor, async (tx, room) => {
    const done = await step.change(tx, ids, room);
    return { ...done, id: await keep(tx, actor, step, done) };
  }).catch((error: unknown) => {
    // Another request has taken an alias meanwhile.
    throw hasCode(error, uniqueViolation) ? new AppError("changed_meanwhile") : error;
  });
  changed.addresses?.forEach(invalidateLink);
  const taken = changed.taken ?? [];
  return {
    id: changed.id,
    changed: changed.ids.length,
    refused: taken.length,
    refusals: await refusalsOf(
      actor,
      taken.slice(0, mostRefusals).map(({ id }) => id),
    ),
  };
}

async function refusalsOf({ userId }: Actor, ids: number[]): Promise<LinksChanged["refusals"]> {
  if (ids.length === 0) return [];
  const message = englishOf(refusal("alias_taken"));
  const links = await linksByIds(userId, ids);
  return links.map((link) => ({ id: link.id, shorturl: shortUrlOf(link), code: "alias_taken", message }));
}

/** Stores what is needed to undo the change. Returns its id, or null if nothing was changed. */
async function keep(tx: Transaction, { userId }: Actor, { action, target }: Step, changed: Changed) {
  if (changed.ids.length === 0) return null;
  const { id } = await tx.linkChangeSet.create({
    data: {
      ...{ userId, action, target: changed.target ?? target, linkIds: changed.ids, befores: changed.befores ?? [] },
      request: currentAuthor()?.request,
    },
    select: { id: true },
  });
  await tx.$executeRaw`
    DELETE FROM link_change_sets WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM link_change_sets WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${mostKept})`;
  return id;
}

/** Returns the one change that the request contains. */
async function stepOf(actor: Actor, body: ChangeLinks): Promise<Step> {
  authorize(actor, "links:write");
  if (body.domain !== undefined) return moveToDomainStep(actor, body.domain);
  if (body.campaign !== undefined) return moveToCampaignStep(actor, body.campaign);
  if (body.channel !== undefined) return addToChannelStep(actor, body.channel);
  if (body.tag !== undefined) return addTagStep(actor, body.tag);
  if (body.untag !== undefined) return removeTagStep(actor, body.untag);
  if (body.status !== undefined) return switchStep(actor, body.status);
  if (body.archived !== undefined) return archiveStep(actor, body.archived);
  return {
    action: "delete",
    target: null,
    change: async (tx, ids) => changedOf(await deleteWithin(tx, actor, ids)),
  };
}

async function moveToCampaignStep(actor: Actor, campaign: number | null): Promise<Step> {
  if (campaign !== null) {
    requireFeature(actor, "bundle");
    await requireOwnedId(db.campaign, actor, campaign, "campaign");
  }
  return {
    action: "campaign",
    target: campaign,
    async change(tx, ids) {
      const links = (await lockLinks(tx, actor, ids)).filter(({ campaignId }) => campaignId !== campaign);
      const values = links.map(() => campaign);
      await changeColumn(tx, links, "campaign_id", values);
      return {
        ids: links.map(({ id }) => id),
        // Invalidates the rotators of both the new and the previous campaigns.
        addresses: links.map((link) => ({ ...link, campaignId: campaign ?? link.campaignId })),
        befores: links.map(({ campaignId }) => campaignId ?? 0),
      };
    },
  };
}

async function addToChannelStep(actor: Actor, channel: number): Promise<Step> {
  authorize(actor, "channels:write");
  await requireOwnedId(db.channel, actor, channel, "channel");
  return {
    action: "channel",
    target: channel,
    within: "channelItems",
    stores: true,
    async change(tx, ids, room) {
      const links = (await lockLinks(tx, actor, ids)).map(({ id }) => id);
      const added = await tx.$queryRaw<{ id: number }[]>`
        INSERT INTO channel_items (channel_id, link_id) SELECT ${channel}, id FROM unnest(${links}::int[]) AS id
        ON CONFLICT DO NOTHING RETURNING link_id AS id`;
      if (added.length > room) throw errorOf(limitReached(actor, "channelItems"));
      return { ids: added.map(({ id }) => id) };
    },
  };
}

const switchStep = (actor: Actor, status: LinkStatus): Step => ({
  action: status,
  target: null,
  async change(tx, ids) {
    const links = (await lockLinks(tx, actor, ids)).filter((link) => link.status !== status);
    const values = links.map(() => status);
    await changeColumn(tx, links, "status", values);
    return { ...changedOf(links), befores: links.map((link) => statusCode(link.status)) };
  },
});

const archiveStep = (actor: Actor, away: boolean): Step =>
  away
    ? {
        action: "archive",
        target: null,
        change: async (tx, ids) => changedOf(await archiveWithin(tx, actor, ids)),
      }
    : {
        action: "unarchive",
        target: null,
        within: "links",
        change: async (tx, ids, room) => changedOf(await unarchiveWithin(tx, actor, ids, room)),
      };

/**
 * Returns the ids of the selected links. Refuses a filter that no longer matches `count` links, because the user has
 * not seen the others.
 */
export async function selectedIds(actor: Actor, { ids, filter = {}, count }: LinkSelection): Promise<number[]> {
  authorize(actor, "links:read");
  if (ids) return ids;
  const found = await findLinks(actor, filter, mostAtOnce);
  if (found.total !== count || found.atMost !== undefined) {
    throw new AppError("selection_changed", { count: found.total });
  }
  return found.ids;
}
