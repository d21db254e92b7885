import type { Campaign } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize, withPermissions } from "@/lib/auth/permissions";
import { eraseCounts } from "@/lib/clicks/maintenance/erase";
import type { Page } from "@/lib/contract/pagination";
import { formatDate } from "@/lib/contract/timestamp";
import type { Versions } from "@/lib/contract/version";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { updateLink } from "@/lib/resources/links/writing/save";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, updateOwnedRow } from "@/lib/resources/ownership";
import { requireFeature, withinLimit } from "@/lib/resources/plans/quota";
import { mapTakenSlug, slugColumns } from "@/lib/resources/slug";
import type { CreateCampaign, UpdateCampaign } from "./schema";

/** A page of the actor's campaigns; with `q`, only those whose name contains it. */
export const listCampaigns = (actor: Actor, page: Page, q = "") => listOwnedRows(actor, "campaign", page, { q });

/** Returns the names of the campaigns that links belong to, by id. */
export async function campaignNames(
  actor: Actor,
  links: { campaignId: number | null }[],
): Promise<Map<number | null, string>> {
  authorize(actor, "campaigns:read");
  const ids = [...new Set(links.flatMap(({ campaignId }) => campaignId ?? []))];
  if (ids.length === 0) return new Map();
  const { userId } = actor;
  const found = await db.campaign.findMany({ where: { id: { in: ids }, userId }, select: { id: true, name: true } });
  return new Map(found.map(({ id, name }) => [id, name]));
}

export const getCampaign = (actor: Actor, id: number) => getOwnedRow(actor, "campaign", id);

export async function createCampaign(actor: Actor, input: CreateCampaign): Promise<Campaign> {
  authorize(actor, "campaigns:write");
  requireFeature(actor, "bundle");
  const { name = `Campaign ${formatDate(new Date())}`, slug, ...rest } = input;
  const data = { ...rest, name, ...(slug && slugColumns(slug)), userId: actor.userId };
  return withinLimit(actor, "campaigns", (tx) => tx.campaign.create({ data })).catch(mapTakenSlug);
}

export async function updateCampaign(
  actor: Actor,
  id: number,
  input: UpdateCampaign,
  versions?: Versions,
): Promise<Campaign> {
  authorize(actor, "campaigns:write");
  const { slug, ...rest } = input;
  const data = { ...rest, ...(slug && slugColumns(slug)) };
  await updateOwnedRow(db.campaign, actor, id, data, "campaign", versions).catch(mapTakenSlug);
  invalidateRotators();
  return getCampaign(actor, id);
}

/** Moves the link into the campaign and out of its previous one. Its weight stays unless a new one is sent. */
export async function assignToCampaign(actor: Actor, id: number, linkId: number, weight?: number): Promise<void> {
  authorize(actor, "campaigns:write");
  await updateLink(withPermissions(actor, "links:write"), linkId, { campaign: id, campaignweight: weight }).catch(
    async (error: unknown) => {
      // In a link, a campaign that does not exist is a bad field. Here the path names it, so the answer is 404.
      await getCampaign(actor, id);
      throw error;
    },
  );
}

/** Deleting rewrites the search text of all the campaign's links, which may be very many. */
const timeout = 60_000;

/** Deletes the campaign with its statistics. Its links keep theirs. */
export async function deleteCampaign(actor: Actor, id: number): Promise<void> {
  authorize(actor, "campaigns:write");
  await db.$transaction(
    async (tx) => {
      await deleteOwnedRow(tx.campaign, actor, id, "campaign");
      await eraseCounts(tx, "campaign", [id]);
    },
    { timeout },
  );
  invalidateRotators();
}

/** Invalidates cached rotators: at once in this process, a moment later in the others. */
function invalidateRotators(): void {
  announce("campaign_changed");
}
