"use server";

import { revalidatePath } from "next/cache";
import { getTranslations } from "next-intl/server";
import { currentActor } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { timeZoneChange } from "@/lib/resources/account/schema";
import { updateAccount } from "@/lib/resources/account/service";
import { type FormState, submitForm } from "./server-action";

/** Stores the time zone that the account's days and dates are shown in. */
export async function chooseZone(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(timeZoneChange, form, async (chosen) => {
    const actor = await currentActor();
    if (!actor) throw new AppError("signed_out");
    await updateAccount(actor, chosen);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("settings"))("zone.done");
  });
}
