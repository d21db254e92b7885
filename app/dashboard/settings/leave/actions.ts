"use server";

import { revalidatePath } from "next/cache";
import { getTranslations } from "next-intl/server";
import { attempt, type FormState } from "@/lib/http/server-action";
import { cancelAccountDeletion, scheduleAccountDeletion } from "@/lib/resources/users/account-deletion";
import { actAfterConfirmation, ownerOnlySession } from "../../_lib/act";

/** Schedules the account's deletion. */
export async function leaveAccount(): Promise<FormState> {
  return actAfterConfirmation(async ({ self }) => {
    await scheduleAccountDeletion(self);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("account-deletion"))("delete.done");
  });
}

/** Cancels the deletion. This needs no confirmation of the user's identity. */
export async function keepAccount(): Promise<FormState> {
  return attempt(async () => {
    await cancelAccountDeletion((await ownerOnlySession()).self);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("account-deletion"))("keep.done");
  });
}
