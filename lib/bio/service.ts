import type { BioPage } from "@/generated/prisma/client";
import type { Page } from "@/lib/api/pagination";
import type { Actor } from "@/lib/auth/actor";
import { eraseClicks } from "@/lib/clicks/erase";
import { statisticsOf } from "@/lib/clicks/stats";
import { db } from "@/lib/db";
import { present } from "@/lib/once";
import { deleteOwn, getOwn, listOwn, updateOwn } from "@/lib/own";
import { refuseTakenSlug, slugColumns } from "@/lib/slug";
import type { BioBlock } from "./blocks";
import type { CreateBio, UpdateBio } from "./schema";
import { targetsOf } from "./targets";

export const listBioPages = (actor: Actor, page: Page) => listOwn(db.bioPage, actor, page);

export const getBioPage = (actor: Actor, id: number) => getOwn(db.bioPage, actor, id, "bio page");

/** What was counted of a page: its visits, and the clicks on each of its blocks, in their order. People only. */
export async function bioStatistics({ id, blocks }: BioPage) {
  const counted = await statisticsOf("bio", id);
  const clicks = new Map(counted.blocks.map((entry) => [entry.value, entry.clicks]));
  const targets = targetsOf(blocks as BioBlock[]);
  return {
    visits: counted.clicks,
    visitors: counted.uniqueClicks,
    blockClicks: targets.map((keys) => keys.reduce((sum, { key }) => sum + (clicks.get(key) ?? 0), 0)),
  };
}

export type BioStatistics = Awaited<ReturnType<typeof bioStatistics>>;

export async function createBioPage(actor: Actor, input: CreateBio): Promise<BioPage> {
  const data = { ...input, ...slugColumns(input.slug), userId: actor.userId };
  return db.bioPage.create({ data }).catch(refuseTakenSlug);
}

/** Changes what was sent; `null` empties the description. */
export async function updateBioPage(actor: Actor, id: number, { slug, description, ...rest }: UpdateBio) {
  const data = { ...rest, ...(slug && slugColumns(slug)), description: description === null ? "" : description };
  await updateOwn(db.bioPage, actor, id, data, "bio page").catch(refuseTakenSlug);
  showAtOnce();
}

/** Deletes the page with its clicks and statistics. */
export async function deleteBioPage(actor: Actor, id: number): Promise<void> {
  await db.$transaction(async (tx) => {
    await deleteOwn(tx.bioPage, actor, id, "bio page");
    await eraseClicks(tx, "bio", [id]);
  });
  showAtOnce();
}

/** Visitors see a change from the answer to it on. Other processes hear of it from the database, a moment later. */
function showAtOnce(): void {
  present("bioPageCache")?.doubt();
}
