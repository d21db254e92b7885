"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createTagBody, updateTagBody } from "@/lib/resources/tags/schema";
import { createTag, deleteTag, updateTag } from "@/lib/resources/tags/service";
import { act, idOf } from "../_lib/act";
import { type Edited, rowOf } from "../_lib/edited";

/** Creates a tag from the input of `createTagBody`. */
export async function createTagAction(input: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await createTag(actor, parse(createTagBody, input));
    return null;
  });
}

/** Changes the given fields of `updateTagBody`. */
export async function updateTagAction(edited: Edited, changes: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    const { id, versions } = rowOf(edited);
    await updateTag(actor, id, parse(updateTagBody, changes), versions);
    return null;
  });
}

export async function deleteTagAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteTag(actor, idOf(id));
    return null;
  });
}
