"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { listSettings } from "@/lib/resources/links/list-schema";
import { saveListSettings } from "@/lib/resources/links/list-settings";
import { act } from "../act";

/** Keeps how whoever asks wants to see lists of links. */
export async function saveListSettingsAction(input: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await saveListSettings(actor, parse(listSettings, input));
    return null;
  });
}
