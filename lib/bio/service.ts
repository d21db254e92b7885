import type { BioPage } from "@/generated/prisma/client";
import type { Page } from "@/lib/api/pagination";
import type { Actor } from "@/lib/auth/actor";
import { eraseClicks } from "@/lib/clicks/erase";
import { db } from "@/lib/db";
import { deleteOwn, getOwn, listOwn, updateOwn } from "@/lib/own";
import { refuseTakenSlug, slugColumns } from "@/lib/slug";
import type { CreateBio, UpdateBio } from "./schema";

export const listBioPages = (actor: Actor, page: Page) => listOwn(db.bioPage, actor, page);

export const getBioPage = (actor: Actor, id: number) => getOwn(db.bioPage, actor, id, "bio page");

export async function createBioPage(actor: Actor, input: CreateBio): Promise<BioPage> {
  const data = { ...input, ...slugColumns(input.slug), userId: actor.userId };
  return db.bioPage.create({ data }).catch(refuseTakenSlug);
}

/** Changes what was sent; `null` empties the description. */
export async function updateBioPage(actor: Actor, id: number, { slug, description, ...rest }: UpdateBio) {
  const data = { ...rest, ...(slug && slugColumns(slug)), description: description === null ? "" : description };
  await updateOwn(db.bioPage, actor, id, data, "bio page").catch(refuseTakenSlug);
}

/** Deletes the page with its clicks and statistics. */
export async function deleteBioPage(actor: Actor, id: number): Promise<void> {
  await db.$transaction(async (tx) => {
    await deleteOwn(tx.bioPage, actor, id, "bio page");
    await eraseClicks(tx, "bio", [id]);
  });
}
