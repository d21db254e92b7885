import { type BioPage, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { eraseClicks, makeUsageInexact } from "@/lib/clicks/maintenance/erase";
import { statisticsOf } from "@/lib/clicks/statistics/stats";
import type { StatisticsOptions } from "@/lib/clicks/store/click-store";
import { notFound } from "@/lib/contract/errors";
import type { Page } from "@/lib/contract/pagination";
import type { Versions } from "@/lib/contract/version";
import { announce } from "@/lib/platform/database/changes";
import { atVersion, db, isMissingRow } from "@/lib/platform/database/db";
import { selectColumns as columnsNamed } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { storedJson } from "@/lib/platform/database/stored-json";
import { assertNotBlocked } from "@/lib/platform/network/blocklist";
import { warnOfContrast } from "@/lib/platform/warnings";
import { listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow } from "@/lib/resources/ownership";
import { requireOwnedPixels } from "@/lib/resources/pixels/service";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { withinLimit } from "@/lib/resources/plans/quota";
import { requireStorageToGrow } from "@/lib/resources/plans/storage";
import { mapTakenSlug, slugColumns } from "@/lib/resources/slug";
import { assertOwnUploads } from "@/lib/resources/uploads/service";
import { bioBlocks } from "./blocks";
import { type CreateBio, theme, type UpdateBio } from "./schema";
import { findBioLinks, listTargets } from "./targets";

/** A page of the actor's bio pages; with `q`, only those whose name contains it. */
export const listBioPages = (actor: Actor, page: Page, q = "") => listOwnedRows(actor, "bio page", page, { q });

const include = { pixels: { select: { id: true }, orderBy: { id: "asc" } } } satisfies Prisma.BioPageInclude;

export type BioPageWithPixels = Prisma.BioPageGetPayload<{ include: typeof include }>;

export async function getBioPage(actor: Actor, id: number): Promise<BioPageWithPixels> {
  authorize(actor, "bio:read");
  const [page] = await statement<BioPage & { pixelIds: number[] }>(pageText, [id, actor.userId], { quick: true });
  if (!page) throw notFound("bio page");
  const { pixelIds, ...columns } = page;
  return { ...columns, pixels: pixelIds.map((id) => ({ id })) };
}

const pageText = `SELECT ${columnsNamed(Object.keys(Prisma.BioPageScalarFieldEnum), "page")},
    ARRAY(SELECT "B" FROM "_BioPageToPixel" WHERE "A" = page.id ORDER BY 1) AS "pixelIds"
  FROM bio_pages AS page WHERE page.id = $1 AND page.user_id = $2`;

/**
 * The statistics of a bio page: its visits, and the clicks on each block in the order of the blocks. Without options,
 * it counts people only, since the beginning.
 */
export async function bioStatistics(actor: Actor, { id, blocks }: BioPage, options?: Omit<StatisticsOptions, "limit">) {
  authorize(actor, "bio:read");
  const limit = clickLimitOf(actor);
  const counted = await statisticsOf("bio", id, { ...options, limit });
  const clicks = new Map(counted.blocks.map((entry) => [entry.value, entry.clicks]));
  const targets = listTargets(readBlocks(blocks));
  return {
    limit,
    locked: counted.locked,
    visits: counted.clicks,
    visitors: counted.uniqueClicks,
    blockClicks: targets.map((keys) => keys.reduce((sum, { key }) => sum + (clicks.get(key) ?? 0), 0)),
  };
}

export type BioStatistics = Awaited<ReturnType<typeof bioStatistics>>;

export async function createBioPage(actor: Actor, input: CreateBio): Promise<BioPage> {
  authorize(actor, "bio:write");
  const { slug, pixels: ids, ...rest } = input;
  await checkLook(actor, input);
  await assertNotBlocked(findBioLinks(input.blocks));
  const pixels = await requireOwnedPixels(actor, ids);
  const columns = { ...columnsOf(rest), ...slugColumns(slug), userId: actor.userId };
  const data = { ...columns, pixels: pixels && { connect: pixels } };
  return withinLimit(actor, "bioPages", (tx) => tx.bioPage.create({ data })).catch(mapDatabaseError);
}

function checkLook(actor: Actor, { avatar, theme = {} }: Pick<UpdateBio, "avatar" | "theme">): Promise<void> {
  // A picture covers the gradient.
  warnOfContrast("theme", theme.picture ? { ...theme, backgroundto: undefined } : theme);
  return assertOwnUploads(actor, { avatar, "theme.picture": theme.picture });
}

/** Changes the fields that are sent; `null` clears the description, the avatar, the link preview or the pixels. */
export async function updateBioPage(actor: Actor, id: number, input: UpdateBio, versions?: Versions): Promise<Date> {
  authorize(actor, "bio:write");
  const { slug, pixels: ids, description, ...rest } = input;
  await checkLook(actor, input);
  await assertNotBlocked(findBioLinks(input.blocks));
  const pixels = await requireOwnedPixels(actor, ids);
  const columns = {
    ...columnsOf(rest),
    ...(slug && slugColumns(slug)),
    description: description === null ? "" : description,
  };
  await requireStorageToGrow(actor, () => getBioPage(actor, id), columns);
  const data = { ...columns, pixels: pixels && { set: pixels } };
  const where = { id, userId: actor.userId };
  const { updatedAt } = await atVersion(db, "bio_pages", { id, versions }, (tx) =>
    tx.bioPage.update({ where, data, select: { updatedAt: true } }),
  ).catch(mapDatabaseError);
  invalidateBioPages(slug !== undefined);
  return updatedAt;
}

const columnsOf = <Rest extends Partial<UpdateBio>>({ metatitle, metadescription, metaimage, ...rest }: Rest) => ({
  ...rest,
  metaTitle: metatitle,
  metaDescription: metadescription,
  metaImage: metaimage,
});

function mapDatabaseError(error: unknown): never {
  if (isMissingRow(error)) throw notFound("bio page");
  return mapTakenSlug(error);
}

/** Deletes the page with its clicks and statistics. */
export async function deleteBioPage(actor: Actor, id: number): Promise<void> {
  authorize(actor, "bio:write");
  await db.$transaction(async (tx) => {
    await deleteOwnedRow(tx.bioPage, actor, id, "bio page");
    await eraseClicks(tx, "bio", [id]);
    await makeUsageInexact(tx, [actor.userId]);
  });
  invalidateBioPages(true);
}

/**
 * Invalidates cached pages: at once in this process, a moment later in the others. Domains cache the slug of their root
 * page, so a changed slug invalidates them too.
 */
function invalidateBioPages(slugs: boolean): void {
  announce("bio_page_changed");
  if (slugs) announce("domain_changed");
}

export const readBlocks = storedJson("bio_pages.blocks", bioBlocks);
export const readTheme = storedJson("bio_pages.theme", theme());
