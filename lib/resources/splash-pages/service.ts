import type { z } from "zod";
import type { SplashPage } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import type { Page } from "@/lib/contract/pagination";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { Versions } from "@/lib/contract/version";
import { db } from "@/lib/platform/database/db";
import { storedJson } from "@/lib/platform/database/stored-json";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, updateOwnedRow } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import { type CreateSplash, type SplashDetails, splashContent, type splashItem, type UpdateSplash } from "./schema";

/** A page of the actor's splash pages; with `q`, only those whose name contains it. */
export const listSplashPages = (actor: Actor, page: Page, q = "") => listOwnedRows(actor, "splash page", page, { q });

export const getSplashPage = (actor: Actor, id: number) => getOwnedRow(actor, "splash page", id);

export function createSplashPage(actor: Actor, input: CreateSplash): Promise<SplashPage> {
  return withinLimit(actor, "splash", (tx) => tx.splashPage.create({ data: { ...input, userId: actor.userId } }));
}

export const updateSplashPage = (actor: Actor, id: number, input: UpdateSplash, versions?: Versions) =>
  updateOwnedRow(db.splashPage, actor, id, input, "splash page", versions);

export const deleteSplashPage = (actor: Actor, id: number) => deleteOwnedRow(db.splashPage, actor, id, "splash page");

export function presentSplashPage({ id, name, createdAt }: SplashPage): z.infer<typeof splashItem> {
  return { id, name, date: formatTimestamp(createdAt) };
}

export function presentSplashDetails(page: SplashPage): SplashDetails {
  return { ...presentSplashPage(page), content: readContent(page.content) };
}

export const readContent = storedJson("splash_pages.content", splashContent);
