import type { Pixel } from "@/generated/prisma/client";
import type { Page } from "@/lib/api/pagination";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { deleteOwn, getOwn, listOwn, named, updateOwn } from "@/lib/own";
import { withinLimit } from "@/lib/plans/quota";
import type { CreatePixel, UpdatePixel } from "./schema";

/** A page of the actor's pixels; with `q`, of those that have it in their name. */
export const listPixels = (actor: Actor, page: Page, q = "") => listOwn(db.pixel, actor, page, named(q));

export const getPixel = (actor: Actor, id: number) => getOwn(db.pixel, actor, id, "pixel");

/** How many links load each of these pixels. */
export async function linkCounts(ids: number[]): Promise<Map<number, number>> {
  const select = { id: true, _count: { select: { links: true } } } as const;
  const rows = await db.pixel.findMany({ where: { id: { in: ids } }, select });
  return new Map(rows.map(({ id, _count }) => [id, _count.links]));
}

export function createPixel(actor: Actor, input: CreatePixel): Promise<Pixel> {
  return withinLimit(actor, "pixels", (tx) => tx.pixel.create({ data: { ...input, userId: actor.userId } }));
}

export const updatePixel = (actor: Actor, id: number, input: UpdatePixel) =>
  updateOwn(db.pixel, actor, id, input, "pixel");

export const deletePixel = (actor: Actor, id: number) => deleteOwn(db.pixel, actor, id, "pixel");
