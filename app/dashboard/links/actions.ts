"use server";

import type { SavedLink } from "@/components/links/saved-link";
import type { ActionResult } from "@/lib/action-result";
import { parse } from "@/lib/api/request";
import { createLinkBody, linkParams, updateLinkBody } from "@/lib/links/schema";
import { createLink, deleteLink, updateLink } from "@/lib/links/service";
import { shortUrlOf } from "@/lib/links/short-url";
import { act } from "../act";

/** Creates a link from what `createLinkBody` takes. */
export async function createLinkAction(input: unknown): Promise<ActionResult<SavedLink>> {
  return act(async (actor) => {
    const link = await createLink(actor, parse(createLinkBody, input));
    return { id: link.id, shortUrl: shortUrlOf(link) };
  });
}

/** Changes what was sent of what `updateLinkBody` takes. */
export async function updateLinkAction(id: number, input: unknown): Promise<ActionResult<SavedLink>> {
  return act(async (actor) => {
    const link = await updateLink(actor, parse(linkParams, { id }).id, parse(updateLinkBody, input));
    return { id: link.id, shortUrl: shortUrlOf(link) };
  });
}

/** Deletes a link with its clicks. */
export async function deleteLinkAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteLink(actor, parse(linkParams, { id }).id);
    return null;
  });
}
