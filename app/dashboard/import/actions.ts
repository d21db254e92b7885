"use server";

import { redirect } from "next/navigation";
import { requireActor } from "@/lib/auth/session";
import type { ActionResult } from "@/lib/contract/action-result";
import { type FormState, submitForm } from "@/lib/http/server-action";
import { readAgainInput, startImportInput } from "@/lib/resources/imports/format/schema";
import { deleteImport, readAgain, startImport } from "@/lib/resources/imports/service";
import { change, parseRowId } from "../_lib/act";

export async function startImportAction(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor();
  return submitForm(startImportInput, form, async ({ id, taken }) => {
    await startImport(actor, id, taken);
    redirect(`/dashboard/import/${id}`);
  });
}

export async function readAgainAction(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor();
  return submitForm(readAgainInput, form, async ({ id, reading }) => {
    await readAgain(actor, id, reading);
    redirect(`/dashboard/import/${id}`);
  });
}

export async function deleteImportAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteImport(actor, parseRowId(id)));
}
