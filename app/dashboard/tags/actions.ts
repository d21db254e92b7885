"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createTagBody, updateTagBody } from "@/lib/resources/tags/schema";
import { createTag, deleteTag, updateTag } from "@/lib/resources/tags/service";
import { change, type Edited, parseRowId, readEditedRow } from "../_lib/act";

/** Creates a tag from the input of `createTagBody`. */
export async function createTagAction(input: unknown): Promise<ActionResult<null>> {
  return change((actor) => createTag(actor, parse(createTagBody, input)));
}

/** Changes the given fields of `updateTagBody`. */
export async function updateTagAction(edited: Edited, changes: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await updateTag(actor, id, parse(updateTagBody, changes), versions);
  });
}

export async function deleteTagAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteTag(actor, parseRowId(id)));
}
