"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createPixelBody, updatePixelBody } from "@/lib/resources/pixels/schema";
import { createPixel, deletePixel, getPixel, updatePixel } from "@/lib/resources/pixels/service";
import { change, type Edited, parseRowId, readEditedRow, readSentFields } from "../_lib/act";

/** Creates a pixel from the input of `createPixelBody`. */
export async function createPixelAction(input: unknown): Promise<ActionResult<null>> {
  return change((actor) => createPixel(actor, parse(createPixelBody, input)));
}

/** Changes the given fields of `updatePixelBody`. */
export async function updatePixelAction(edited: Edited, changes: object): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    // The API requires the tag in every update.
    const { tag } = await getPixel(actor, id);
    await updatePixel(actor, id, parse(updatePixelBody, { tag, ...readSentFields(changes) }), versions);
  });
}

export async function deletePixelAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deletePixel(actor, parseRowId(id)));
}
