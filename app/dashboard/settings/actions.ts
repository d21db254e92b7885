"use server";

import { revalidatePath } from "next/cache";
import { getTranslations } from "next-intl/server";
import { emailChange, passwordChange } from "@/lib/account/schema";
import { updateAccount } from "@/lib/account/service";
import { revealApiKey, rotateApiKey } from "@/lib/auth/api-key";
import { confirmPassword } from "@/lib/auth/log-in";
import { clientAddress, requireActor, requireSession } from "@/lib/auth/session";
import { endOtherSessions, endSession } from "@/lib/auth/session-rows";
import { type FormState, submitForm } from "@/lib/form";
import { z } from "@/lib/zod";

export async function changeEmail(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor();
  return submitForm(emailChange, form, async ({ email, currentPassword }) => {
    await confirmPassword(actor, currentPassword, await clientAddress());
    await updateAccount(actor, { email });
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("settings"))("profile.done");
  });
}

export async function changePassword(_state: FormState, form: FormData): Promise<FormState> {
  const { actor, sessionId } = await requireSession();
  return submitForm(passwordChange, form, async ({ newPassword, currentPassword }) => {
    await confirmPassword(actor, currentPassword, await clientAddress());
    await updateAccount(actor, { password: newPassword }, sessionId);
    revalidatePath("/dashboard/settings");
    return (await getTranslations("settings"))("password.done");
  });
}

export async function revealKey(): Promise<string> {
  return revealApiKey((await requireActor()).userId);
}

export async function rotateKey(): Promise<string> {
  return rotateApiKey(await requireActor());
}

export async function endOneSession(form: FormData): Promise<void> {
  const { userId } = await requireActor();
  const session = z.uuid().safeParse(form.get("session"));
  if (session.success) await endSession(userId, session.data);
  revalidatePath("/dashboard/settings");
}

export async function endAllOtherSessions(): Promise<void> {
  const { actor, sessionId } = await requireSession();
  await endOtherSessions(actor.userId, sessionId);
  revalidatePath("/dashboard/settings");
}
