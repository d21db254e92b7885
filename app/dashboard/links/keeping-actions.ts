"use server";

import type { SavedLink } from "@/components/links/saved-link";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { archiveLinks, unarchiveLinks } from "@/lib/resources/links/archive";
import { linkIds } from "@/lib/resources/links/bulk";
import { duplicateLink } from "@/lib/resources/links/duplicate";
import type { Lost } from "@/lib/resources/links/presenter";
import { restoreLink } from "@/lib/resources/links/restore";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { eraseLink } from "@/lib/resources/links/trash";
import { act, idOf } from "../act";

/** Archives links, or puts them back into the lists; those that were not so before. */
export async function archiveLinksAction(ids: unknown, archived: unknown): Promise<ActionResult<number[]>> {
  return act(async (actor) =>
    (parse(z.boolean(), archived) ? archiveLinks : unarchiveLinks)(actor, parse(linkIds, ids)),
  );
}

/** Makes a link with all settings of another. */
export async function duplicateLinkAction(id: number): Promise<ActionResult<SavedLink>> {
  return act(async (actor) => {
    const link = await duplicateLink(actor, idOf(id));
    return { id: link.id, shortUrl: shortUrlOf(link) };
  });
}

/** Puts a deleted link back. */
export async function restoreLinkAction(id: number): Promise<ActionResult<SavedLink & { lost: Lost }>> {
  return act(async (actor) => {
    const { link, lost } = await restoreLink(actor, idOf(id));
    return { id: link.id, shortUrl: shortUrlOf(link), lost };
  });
}

/** Erases a deleted link with its clicks and statistics. */
export async function eraseLinkAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await eraseLink(actor, idOf(id));
    return null;
  });
}
