"use server";

import { revalidatePath } from "next/cache";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { updateInstanceSettings } from "@/lib/instance/settings";
import { updateInstanceSettingsBody } from "@/lib/instance/settings-schema";
import { change, type Edited, readEditedRow } from "../../../_lib/act";

export async function updateInstanceSettingsAction(edited: Edited, changes: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { versions } = readEditedRow(edited);
    await updateInstanceSettings(actor, parse(updateInstanceSettingsBody, changes), versions);
    // The frame of every page shows the name, the logo and the color.
    revalidatePath("/", "layout");
  });
}
