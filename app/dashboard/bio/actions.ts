"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createBioBody, updateBioBody } from "@/lib/resources/bio-pages/schema";
import { createBioPage, deleteBioPage, updateBioPage } from "@/lib/resources/bio-pages/service";
import { act, change, type Edited, parseRowId, readEditedRow, replaceNulls } from "../_lib/act";

/** Creates a bio page from the input of `createBioBody`. Returns its id. */
export async function createBioAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createBioPage(actor, parse(createBioBody, input))).id);
}

/** Changes the given fields of `updateBioBody`. Returns the id. */
export async function updateBioAction(edited: Edited, changes: object): Promise<ActionResult<number>> {
  return act(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await updateBioPage(actor, id, parse(updateBioBody, replaceNulls(changes, { blocks: [], theme: {} })), versions);
    return id;
  });
}

export async function deleteBioAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteBioPage(actor, parseRowId(id)));
}
