"use server";

import { redirect } from "next/navigation";
import type { ActionResult } from "@/lib/action-result";
import { requireActor } from "@/lib/auth/session";
import { type FormState, submitForm } from "@/lib/form";
import { startImportInput } from "@/lib/imports/schema";
import { deleteImport, startImport } from "@/lib/imports/service";
import { act, idOf } from "../act";

export async function startImportAction(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor();
  return submitForm(startImportInput, form, async ({ id, rename }) => {
    await startImport(actor, id, rename);
    redirect(`/dashboard/import/${id}`);
  });
}

export async function deleteImportAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteImport(actor, idOf(id));
    return null;
  });
}
