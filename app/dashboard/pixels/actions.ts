"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createPixelBody, updatePixelBody } from "@/lib/resources/pixels/schema";
import { createPixel, deletePixel, getPixel, updatePixel } from "@/lib/resources/pixels/service";
import { act, fieldsIn, idOf } from "../act";

/** Makes a pixel of what `createPixelBody` takes. */
export async function createPixelAction(input: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await createPixel(actor, parse(createPixelBody, input));
    return null;
  });
}

/** Changes what was sent of what `updatePixelBody` takes. */
export async function updatePixelAction(id: number, changes: object): Promise<ActionResult<null>> {
  return act(async (actor) => {
    // Of an update the API asks the tag, changed or not.
    const { tag } = await getPixel(actor, idOf(id));
    await updatePixel(actor, id, parse(updatePixelBody, { tag, ...fieldsIn(changes) }));
    return null;
  });
}

export async function deletePixelAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deletePixel(actor, idOf(id));
    return null;
  });
}
