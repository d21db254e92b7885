"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createOverlayBody, updateOverlayBody } from "@/lib/resources/overlays/schema";
import { createOverlay, deleteOverlay, updateOverlay } from "@/lib/resources/overlays/service";
import { change, type Edited, parseRowId, readEditedRow, readSentFields, replaceNulls } from "../_lib/act";

/** Creates an overlay from the input of `createOverlayBody`. */
export async function createOverlayAction(type: string, input: object): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const given = replaceNulls({ content: null, ...readSentFields(input) }, { content: {} });
    await createOverlay(actor, parse(createOverlayBody, { ...given, type }));
  });
}

/** Changes the given fields of `updateOverlayBody`. */
export async function updateOverlayAction(edited: Edited, changes: object): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await updateOverlay(actor, id, parse(updateOverlayBody, replaceNulls(changes, { content: {} })), versions);
  });
}

export async function deleteOverlayAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteOverlay(actor, parseRowId(id)));
}
