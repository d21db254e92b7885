import type { z } from "zod";
import type { Pixel } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import type { Page } from "@/lib/contract/pagination";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { Versions } from "@/lib/contract/version";
import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, requireOwnedId, updateOwnedRow } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import type { CreatePixel, pixelItem, UpdatePixel } from "./schema";

/** A page of the actor's pixels; with `q`, only those whose name contains it. */
export const listPixels = (actor: Actor, page: Page, q = "") => listOwnedRows(actor, "pixel", page, { q });

export const getPixel = (actor: Actor, id: number) => getOwnedRow(actor, "pixel", id);

/** Counts the links and bio pages that load each of these pixels. */
export async function useCounts(ids: number[]): Promise<Map<number, number>> {
  const select = { id: true, _count: { select: { links: true, bioPages: true } } } as const;
  const rows = await db.pixel.findMany({ where: { id: { in: ids } }, select });
  return new Map(rows.map(({ id, _count }) => [id, _count.links + _count.bioPages]));
}

/**
 * Returns the pixels that an input assigns, checked to belong to the actor; `undefined` if not sent, none for `null`.
 */
export async function requireOwnedPixels(
  actor: Actor,
  ids: number[] | null | undefined,
): Promise<{ id: number }[] | undefined> {
  if (ids === undefined) return undefined;
  for (const id of ids ?? []) await requireOwnedId(db.pixel, actor, id, "pixels", "pixel");
  return (ids ?? []).map((id) => ({ id }));
}

export function createPixel(actor: Actor, input: CreatePixel): Promise<Pixel> {
  return withinLimit(actor, "pixels", (tx) => tx.pixel.create({ data: { ...input, userId: actor.userId } }));
}

export const updatePixel = (actor: Actor, id: number, input: UpdatePixel, versions?: Versions) =>
  updateOwnedRow(db.pixel, actor, id, input, "pixel", versions);

export const deletePixel = (actor: Actor, id: number) => deleteOwnedRow(db.pixel, actor, id, "pixel");

export function presentPixel({ id, type, name, tag, createdAt }: Pixel): z.infer<typeof pixelItem> {
  return { id, type: type as z.infer<typeof pixelItem>["type"], name, tag, date: formatTimestamp(createdAt) };
}

/** The host on which the script of a pixel runs, and whether it runs apart from the page. */
export const whereItRuns = () => ({
  host: new URL(env.PAGES_URL ?? baseUrl()).host,
  apart: env.PAGES_URL === undefined,
});
