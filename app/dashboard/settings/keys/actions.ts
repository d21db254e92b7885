"use server";

import { revalidatePath } from "next/cache";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createKeyBody } from "@/lib/resources/api-keys/schema";
import { createKey, deleteKey } from "@/lib/resources/api-keys/service";
import { actAfterConfirmation, parseRowId, readSentFields } from "../../_lib/act";

/** Creates a key from the input of `createKeyBody`, and returns it. */
export async function createKeyAction(input: unknown): Promise<ActionResult<string>> {
  return actAfterConfirmation(async ({ actor }) => {
    const { key } = await createKey(actor, parse(createKeyBody, readSentFields(input)));
    revalidatePath("/dashboard/settings/keys");
    return key;
  });
}

export async function deleteKeyAction(id: number): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ actor }) => {
    await deleteKey(actor, parseRowId(id));
    return null;
  });
}
