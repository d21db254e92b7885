"use server";

import { revalidatePath } from "next/cache";
import { getTranslations } from "next-intl/server";
import { attempt, type FormState } from "@/lib/http/server-action";
import { leave, stay } from "@/lib/resources/users/leave";
import { actFreshly, ownSession } from "../../act";

/** Has the account erased in some days. */
export async function leaveAccount(): Promise<FormState> {
  return actFreshly(async ({ self }) => {
    await leave(self);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("leaving"))("delete.done");
  });
}

/** Keeps it after all: nobody need show who they are for that. */
export async function keepAccount(): Promise<FormState> {
  return attempt(async () => {
    await stay((await ownSession()).self);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("leaving"))("keep.done");
  });
}
