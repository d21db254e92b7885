"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { spendBudget } from "@/lib/auth/budget";
import { currentActor, currentSession, endFirstLogIn } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { timeZoneChange } from "@/lib/resources/account/schema";
import { adoptTimeZone, updateAccount } from "@/lib/resources/account/service";
import { beginAction } from "./action-call";
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

/** Stores the time zone of a new user's browser in their own account. */
export async function adoptZone(zone: unknown): Promise<void> {
  beginAction(await headers());
  if (!(await spendBudget())) return;
  const session = await currentSession();
  if (!session || session.adminSessionId) return;
  await adoptTimeZone(session.self, zone);
  await endFirstLogIn();
  revalidatePath("/dashboard", "layout");
}
