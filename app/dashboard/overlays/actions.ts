"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createOverlayBody, updateOverlayBody } from "@/lib/resources/overlays/schema";
import { createOverlay, deleteOverlay, updateOverlay } from "@/lib/resources/overlays/service";
import { act, fieldsIn, idOf, replaceNulls } from "../_lib/act";
import { type Edited, rowOf } from "../_lib/edited";

/** Creates an overlay from the input of `createOverlayBody`. */
export async function createOverlayAction(type: string, input: object): Promise<ActionResult<null>> {
  return act(async (actor) => {
    const given = replaceNulls({ content: null, ...fieldsIn(input) }, { content: {} });
    await createOverlay(actor, parse(createOverlayBody, { ...given, type }));
    return null;
  });
}

/** Changes the given fields of `updateOverlayBody`. */
export async function updateOverlayAction(edited: Edited, changes: object): Promise<ActionResult<null>> {
  return act(async (actor) => {
    const { id, versions } = rowOf(edited);
    await updateOverlay(actor, id, parse(updateOverlayBody, replaceNulls(changes, { content: {} })), versions);
    return null;
  });
}

export async function deleteOverlayAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteOverlay(actor, idOf(id));
    return null;
  });
}
