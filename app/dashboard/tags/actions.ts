"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createTagBody, updateTagBody } from "@/lib/resources/tags/schema";
import { createTag, deleteTag, updateTag } from "@/lib/resources/tags/service";
import { act, idOf } from "../act";

/** Makes a tag of what `createTagBody` takes. */
export async function createTagAction(input: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await createTag(actor, parse(createTagBody, input));
    return null;
  });
}

/** Changes what was sent of what `updateTagBody` takes. */
export async function updateTagAction(id: number, changes: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await updateTag(actor, idOf(id), parse(updateTagBody, changes));
    return null;
  });
}

export async function deleteTagAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteTag(actor, idOf(id));
    return null;
  });
}
