"use server";

import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createTemplateBody } from "@/lib/resources/qr-codes/template-schema";
import { createTemplate, deleteTemplate, updateTemplate } from "@/lib/resources/qr-codes/templates";
import { act, change, parseRowId } from "../_lib/act";

/** Stores the input of `createTemplateBody`. Returns the id. */
export async function createTemplateAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createTemplate(actor, parse(createTemplateBody, input))).id, costs.picture);
}

export async function renameTemplateAction(id: number, name: unknown): Promise<ActionResult<null>> {
  return change((actor) =>
    updateTemplate(actor, parseRowId(id), { name: parse(createTemplateBody.pick({ name: true }), { name }).name }),
  );
}

export async function deleteTemplateAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteTemplate(actor, parseRowId(id)));
}
