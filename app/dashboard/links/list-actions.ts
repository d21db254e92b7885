"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { listSettings } from "@/lib/resources/links/views/list-schema";
import { saveListSettings } from "@/lib/resources/links/views/list-settings";
import { act } from "../_lib/act";

/** Saves how the user wants lists of links to look. */
export async function saveListSettingsAction(input: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await saveListSettings(actor, parse(listSettings, input));
    return null;
  });
}
