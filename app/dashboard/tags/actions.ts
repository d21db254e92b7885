"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createTagBody, updateTagBody } from "@/lib/resources/tags/schema";
import { createTag, deleteTag, updateTag } from "@/lib/resources/tags/service";
import { act, idOf } from "../_lib/act";

/** Creates a tag from the input of `createTagBody`. */
export async function createTagAction(input: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await createTag(actor, parse(createTagBody, input));
    return null;
  });
}

/** Changes the given fields of `updateTagBody`. */
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
