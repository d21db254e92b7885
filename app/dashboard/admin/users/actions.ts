"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { stopImpersonating } from "@/lib/auth/session";
import { removeTwoFactor } from "@/lib/auth/two-factor";
import type { ActionRefusal, ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { beginAction } from "@/lib/http/action-call";
import type { FormState } from "@/lib/http/server-action";
import { subscriptionBody, subscriptionParams } from "@/lib/resources/plans/schema";
import { subscribe } from "@/lib/resources/plans/service";
import { setAdministrator } from "@/lib/resources/users/administrators";
import { deleteUser } from "@/lib/resources/users/delete";
import { rotateUserKey, signInAs } from "@/lib/resources/users/directory";
import { createUserBody, webPassword } from "@/lib/resources/users/schema";
import { addUser } from "@/lib/resources/users/service";
import { act, actAfterConfirmation, actOnForm, parseRowId } from "../../_lib/act";

/** The API's input, with the stricter password rules of the pages. */
const newUser = createUserBody.extend({ password: webPassword });

/** Creates a user and returns the id. */
export async function addUserAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await addUser(actor, parse(newUser, input))).id);
}

export async function deleteUserAction(id: number): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ actor }) => {
    await deleteUser(actor, parseRowId(id));
    return null;
  });
}

export async function setAdministratorAction(id: number, admin: boolean): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ actor }) => {
    await setAdministrator(actor, parseRowId(id), parse(z.boolean(), admin));
    return null;
  });
}

const subscription = subscriptionParams.extend(subscriptionBody.shape);

export async function subscribeAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(subscription, form, async (actor, { planid, userid, ...input }) => {
    const { plan, expiresAt } = await subscribe(actor, planid, userid, input);
    revalidatePath(`/dashboard/admin/users/${userid}`);
    const t = await getTranslations("admin.plan");
    return t(expiresAt && expiresAt < new Date() ? "over" : "done", { plan: plan.name });
  });
}

export async function removeTwoFactorAction(id: number): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ actor }) => {
    await removeTwoFactor(actor, parseRowId(id));
    return null;
  });
}

export async function rotateKeyAction(id: number): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ actor }) => {
    await rotateUserKey(actor, parseRowId(id));
    return null;
  });
}

/**
 * Redirects to the user's links. Without a redirect, Next would render the administrator's page again, which the user
 * may not see.
 */
export async function signInAsAction(id: number): Promise<ActionRefusal> {
  const entered = await actAfterConfirmation(() => signInAs(parseRowId(id)));
  if (!entered.ok) return entered;
  redirect("/dashboard/links");
}

/** Returns to the administrator's own account. */
export async function signInAgainAction(): Promise<void> {
  beginAction(await headers());
  await stopImpersonating();
  redirect("/dashboard/admin/users");
}
