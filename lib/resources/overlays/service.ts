import type { Overlay } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import type { Page } from "@/lib/contract/pagination";
import type { palette } from "@/lib/contract/palette";
import { parse } from "@/lib/contract/parse";
import type { Versions } from "@/lib/contract/version";
import { z } from "@/lib/contract/zod";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { assertNotBlocked } from "@/lib/platform/network/blocklist";
import { warnOfContrast } from "@/lib/platform/warnings";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, updateOwnedRow } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import { assertOwnUploads } from "@/lib/resources/uploads/service";
import { findOverlayLinks, type OverlayType, overlayContents } from "./content";
import type { CreateOverlay, UpdateOverlay } from "./schema";

/** A page of the actor's overlays; with `q`, only those whose name contains it. */
export const listOverlays = (actor: Actor, page: Page, q = "") => listOwnedRows(actor, "overlay", page, { q });

export const getOverlay = (actor: Actor, id: number) => getOwnedRow(actor, "overlay", id);

export async function createOverlay(actor: Actor, input: CreateOverlay): Promise<Overlay> {
  authorize(actor, "overlays:write");
  await checkContent(actor, input.type, input.content);
  await assertNotBlocked(findOverlayLinks(input.type, input.content));
  return withinLimit(actor, "overlay", (tx) => tx.overlay.create({ data: { ...input, userId: actor.userId } }));
}

/** Changes the fields that are sent. The content must fit the overlay's type, which stays. */
export async function updateOverlay(actor: Actor, id: number, input: UpdateOverlay, versions?: Versions) {
  authorize(actor, "overlays:write");
  const { type, content: stored } = await getOverlay(actor, id);
  const fitting = z.object({ content: overlayContents[type].optional() });
  const data = { ...input, ...parse(fitting, input) };
  await checkContent(actor, type, data.content ?? {}, Object(stored).url);
  await assertNotBlocked(findOverlayLinks(type, data.content ?? {}));
  const version = await updateOwnedRow(db.overlay, actor, id, data, "overlay", versions);
  invalidateOverlay(id);
  return version;
}

/**
 * Warns of colors that are hard to read together. Requires the image of an image overlay to be the actor's upload if it
 * is one; the current image may stay. Destinations of other types are not checked here.
 */
async function checkContent(actor: Actor, type: OverlayType, content: object, shown?: unknown): Promise<void> {
  const { url, colors } = content as { url?: string; colors?: z.infer<typeof palette> };
  if (colors) warnOfContrast("content.colors", colors);
  if (type === "image" && url !== shown) await assertOwnUploads(actor, { "content.url": url });
}

/** Deletes the overlay with its answers. */
export async function deleteOverlay(actor: Actor, id: number): Promise<void> {
  await deleteOwnedRow(db.overlay, actor, id, "overlay");
  invalidateOverlay(id);
}

/** Invalidates the cached overlay: at once in this process, a moment later in the others. */
function invalidateOverlay(id: number): void {
  announce("overlay_changed", `${id}`);
}
