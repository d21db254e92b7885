"use server";

import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { codeOfDraft, previewQrCode, type QrPreview } from "@/lib/resources/qr-codes/preview";
import { createQrBody, drawQrBody, updateQrBody } from "@/lib/resources/qr-codes/schema";
import { createQrCode, deleteQrCode, updateQrCode } from "@/lib/resources/qr-codes/service";
import { createTemplateBody } from "@/lib/resources/qr-codes/template-schema";
import { createTemplate, deleteTemplate, updateTemplate } from "@/lib/resources/qr-codes/templates";
import { act, change, type Edited, parseRowId, readEditedRow, readSentFields } from "../_lib/act";
import { inWords } from "./shown";

/** Draws a preview from the input of `drawQrBody`, without storing it. */
export async function previewQrAction(drawn: object, input: unknown): Promise<ActionResult<QrPreview>> {
  return act(
    async (actor) =>
      inWords(await previewQrCode(actor, parse(drawQrBody, { ...readSentFields(input), ...readSentFields(drawn) }))),
    costs.picture,
  );
}

/** Creates a code from the input of `createQrBody`, with the image drawn for `draft`. Returns its id. */
export async function createQrAction(draft: string, input: unknown): Promise<ActionResult<number>> {
  return act(
    async (actor) => (await createQrCode(actor, parse(createQrBody, input), codeOfDraft(actor, String(draft)))).id,
    costs.picture,
  );
}

/** Changes the given fields of `updateQrBody`. Returns the id. */
export async function updateQrAction(edited: Edited, changes: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await updateQrCode(actor, id, parse(updateQrBody, changes), versions);
    return id;
  }, costs.picture);
}

export async function deleteQrAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteQrCode(actor, parseRowId(id)));
}

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
