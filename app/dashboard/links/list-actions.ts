"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { listSettings } from "@/lib/resources/links/views/list-schema";
import { saveListSettings } from "@/lib/resources/links/views/list-settings";
import { change } from "../_lib/act";

/** Saves how the user wants lists of links to look. */
export async function saveListSettingsAction(input: unknown): Promise<ActionResult<null>> {
  return change((actor) => saveListSettings(actor, parse(listSettings, input)));
}
