import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { errorOf } from "@/lib/contract/errors";
import type { LinkStatus } from "@/lib/contract/link-state";
import { db } from "@/lib/platform/database/db";
import { deleteWithin } from "@/lib/resources/links/trash/service";
import { requireOwnedId } from "@/lib/resources/ownership";
import { limitReached, requireFeature } from "@/lib/resources/plans/quota";
import { archiveWithin, unarchiveWithin } from "./archive";
import { moveToDomainStep } from "./domain";
import { changeColumn, lockLinks } from "./lock-links";
import type { ChangeLinks } from "./schema";
import { changedOf, type Step, statusCode } from "./step";
import { addTagStep, removeTagStep } from "./tags";

/** Returns the one change that the request contains. */
export async function stepOf(actor: Actor, body: ChangeLinks): Promise<Step> {
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
