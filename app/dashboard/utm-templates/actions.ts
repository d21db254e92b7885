"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createUtmTemplateBody, updateUtmTemplateBody } from "@/lib/resources/utm-templates/schema";
import { createUtmTemplate, deleteUtmTemplate, updateUtmTemplate } from "@/lib/resources/utm-templates/service";
import { change, type Edited, parseRowId, readEditedRow } from "../_lib/act";

/** Creates a template from the input of `createUtmTemplateBody`. */
export async function createUtmTemplateAction(input: unknown): Promise<ActionResult<null>> {
  return change((actor) => createUtmTemplate(actor, parse(createUtmTemplateBody, input)));
}

/** Changes the given fields of `updateUtmTemplateBody`. */
export async function updateUtmTemplateAction(edited: Edited, changes: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await updateUtmTemplate(actor, id, parse(updateUtmTemplateBody, changes), versions);
  });
}

export async function deleteUtmTemplateAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteUtmTemplate(actor, parseRowId(id)));
}
