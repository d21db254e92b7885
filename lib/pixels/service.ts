import type { Pixel } from "@/generated/prisma/client";
import type { Page } from "@/lib/api/pagination";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { deleteOwn, listOwn, updateOwn } from "@/lib/own";
import { withinLimit } from "@/lib/plans/quota";
import type { CreatePixel, UpdatePixel } from "./schema";

export const listPixels = (actor: Actor, page: Page) => listOwn(db.pixel, actor, page);

export function createPixel(actor: Actor, input: CreatePixel): Promise<Pixel> {
  return withinLimit(actor, "pixels", (tx) => tx.pixel.create({ data: { ...input, userId: actor.userId } }));
}

export const updatePixel = (actor: Actor, id: number, input: UpdatePixel) =>
  updateOwn(db.pixel, actor, id, input, "pixel");

export const deletePixel = (actor: Actor, id: number) => deleteOwn(db.pixel, actor, id, "pixel");
