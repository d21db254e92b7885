"use server";

import { revalidatePath } from "next/cache";
import { getLocale, getTranslations } from "next-intl/server";
import type { Actor } from "@/lib/auth/actor";
import { revealLegacyKey, rotateLegacyKey, setLegacyKey } from "@/lib/auth/api-key";
import { countMail } from "@/lib/auth/attempts";
import { spendBudget } from "@/lib/auth/budget";
import { confirmPassword } from "@/lib/auth/log-in";
import { mailPasswordReset } from "@/lib/auth/password-reset";
import { client, clientAddress, rememberDevice, requireSession } from "@/lib/auth/session";
import { endOtherSessions, endSession } from "@/lib/auth/session-rows";
import type { ActionResult } from "@/lib/contract/action-result";
import { refusedField } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { attempt, entriesOf, type FormState, submitForm } from "@/lib/http/server-action";
import { env } from "@/lib/platform/env";
import { requestEmailChange } from "@/lib/resources/account/email";
import { removeIdentity } from "@/lib/resources/account/identities";
import { deletionConfirmation, emailChange, passwordChange } from "@/lib/resources/account/schema";
import { updateAccount } from "@/lib/resources/account/service";
import { createKeyBody } from "@/lib/resources/api-keys/schema";
import { createKey, deleteKey } from "@/lib/resources/api-keys/service";
import { setDefaultDomain } from "@/lib/resources/domains/default";
import { defaultDomainForm } from "@/lib/resources/domains/schema";
import { linkSmsAccount, unlinkSmsAccount } from "@/lib/resources/sms/account";
import { smsAccountInput } from "@/lib/resources/sms/schema";
import { cancelAccountDeletion, scheduleAccountDeletion } from "@/lib/resources/users/account-deletion";
import { setWeeklyReport } from "@/lib/resources/weekly-reports/service";
import {
  act,
  actAfterConfirmation,
  actOnForm,
  freshSession,
  ownerOnlySession,
  parseRowId,
  readSentFields,
} from "../_lib/act";

export async function changeEmail(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(emailChange, form, async ({ email, currentPassword }) => {
    const { self } = await ownerOnlySession();
    if (email === self.email) throw refusedField("email", "email_unchanged");
    const t = await getTranslations("settings.profile");
    await confirmPassword(self, currentPassword, await client());
    if (env.SMTP_URL) {
      await countMail(email, await clientAddress());
      await requestEmailChange(self, email, await getLocale());
      return t("sent", { email });
    }
    await updateAccount(self, { email });
    revalidatePath("/dashboard", "layout");
    return t("done");
  });
}

export async function changePassword(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(passwordChange, form, async ({ newPassword, currentPassword }) => {
    const { self, sessionId } = await ownerOnlySession();
    await confirmPassword(self, currentPassword, await client());
    await updateAccount(self, { password: newPassword }, sessionId);
    await rememberDevice(self.userId);
    revalidatePath("/dashboard/settings", "layout");
    return (await getTranslations("settings"))("password.done");
  });
}

/** For users without a password: only the owner of the mailbox can set one. */
export async function mailPasswordLink(): Promise<FormState> {
  return attempt(async () => {
    const { email } = (await ownerOnlySession()).self;
    await countMail(email, await clientAddress(), true);
    await mailPasswordReset(email, await getLocale());
    const t = await getTranslations("settings.password");
    return env.SMTP_URL ? t("mailed", { email }) : t("mailedWithoutMail");
  });
}

export async function revealKey(): Promise<ActionResult<string>> {
  return actAfterConfirmation(({ self }) => revealLegacyKey(self.userId));
}

export async function rotateKey(): Promise<ActionResult<string>> {
  return actAfterConfirmation(({ self }) => rotateLegacyKey(self.userId));
}

export async function switchKey(on: boolean): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ self }) => {
    await setLegacyKey(self.userId, parse(z.boolean(), on));
    revalidatePath("/dashboard/settings", "layout");
    return null;
  });
}

/** Asks for a confirmation before an action that leaves the page, such as connecting an account. */
export async function requireConfirmationAction(): Promise<ActionResult<null>> {
  return actAfterConfirmation(async () => null);
}

export async function disconnect(id: number): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ self }) => {
    await removeIdentity(self, parseRowId(id));
    return null;
  });
}

export async function chooseDomain(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(defaultDomainForm, form, async (actor, { domain }) => {
    await setDefaultDomain(actor, domain);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("settings"))("domain.done");
  });
}

export async function startWeeklyReport(): Promise<FormState> {
  return act((actor) => weeklyReport(actor, true));
}

export async function stopWeeklyReport(): Promise<FormState> {
  return act((actor) => weeklyReport(actor, false));
}

async function weeklyReport(actor: Actor, on: boolean): Promise<string> {
  await setWeeklyReport(actor, on);
  revalidatePath("/dashboard/settings", "layout");
  const turnedOn = env.SMTP_URL ? "on" : "leadWithoutMail";
  return (await getTranslations("settings.weekly"))(on ? turnedOn : "off");
}

export async function trackConversions(): Promise<FormState> {
  return act((actor) => conversionTracking(actor, true));
}

export async function trackNoConversions(): Promise<FormState> {
  return act((actor) => conversionTracking(actor, false));
}

async function conversionTracking(actor: Actor, on: boolean): Promise<string> {
  await updateAccount(actor, { trackconversions: on });
  revalidatePath("/dashboard", "layout");
  return (await getTranslations("settings.conversions"))(on ? "on" : "off");
}

export async function linkSms(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(smsAccountInput, form, async (input) => {
    const { actor } = await freshSession();
    await linkSmsAccount(actor, input);
    revalidatePath("/dashboard/settings", "layout");
    return (await getTranslations("settings"))("sms.done");
  });
}

export async function unlinkSms(): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ actor }) => {
    await unlinkSmsAccount(actor);
    return null;
  });
}

export async function endOneSession(form: FormData): Promise<void> {
  if (!(await spendBudget())) return;
  const { userId } = (await requireSession()).self;
  const session = z.uuid().safeParse(Object.fromEntries(entriesOf(form)).session);
  if (session.success) await endSession(userId, session.data);
  revalidatePath("/dashboard/settings", "layout");
}

export async function endAllOtherSessions(): Promise<void> {
  if (!(await spendBudget())) return;
  const { self, sessionId } = await requireSession();
  await endOtherSessions(self.userId, sessionId);
  revalidatePath("/dashboard/settings", "layout");
}

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

/** Schedules the account's deletion. */
export async function leaveAccount(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(deletionConfirmation, form, async ({ username }) => {
    const { self } = await ownerOnlySession();
    if (username.toLowerCase() !== self.username.toLowerCase()) throw refusedField("username", "username_differs");
    await freshSession();
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
