"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createSplashBody, updateSplashBody } from "@/lib/resources/splash-pages/schema";
import { createSplashPage, deleteSplashPage, updateSplashPage } from "@/lib/resources/splash-pages/service";
import { change, type Edited, parseRowId, readEditedRow, readSentFields, replaceNulls } from "../_lib/act";

/** Creates a splash page from the input of `createSplashBody`. */
export async function createSplashAction(input: object): Promise<ActionResult<null>> {
  return change((actor) =>
    createSplashPage(
      actor,
      parse(createSplashBody, replaceNulls({ content: null, ...readSentFields(input) }, { content: {} })),
    ),
  );
}

/** Changes the given fields of `updateSplashBody`. */
export async function updateSplashAction(edited: Edited, changes: object): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await updateSplashPage(actor, id, parse(updateSplashBody, replaceNulls(changes, { content: {} })), versions);
  });
}

export async function deleteSplashAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteSplashPage(actor, parseRowId(id)));
}
