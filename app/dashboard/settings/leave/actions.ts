"use server";

import { revalidatePath } from "next/cache";
import { getTranslations } from "next-intl/server";
import { attempt, type FormState } from "@/lib/http/server-action";
import { leave, stay } from "@/lib/resources/users/leave";
import { actFreshly, ownSession } from "../../_lib/act";

/** Schedules the account's deletion. */
export async function leaveAccount(): Promise<FormState> {
  return actFreshly(async ({ self }) => {
    await leave(self);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("leaving"))("delete.done");
  });
}

/** Cancels the deletion. This needs no confirmation of the user's identity. */
export async function keepAccount(): Promise<FormState> {
  return attempt(async () => {
    await stay((await ownSession()).self);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("leaving"))("keep.done");
  });
}
