"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getTranslations } from "next-intl/server";
import { countResetMail } from "@/lib/auth/attempts";
import { checkCredentials } from "@/lib/auth/log-in";
import { nextPath } from "@/lib/auth/next-path";
import { mailPasswordReset, resetPassword } from "@/lib/auth/password-reset";
import { clientAddress, signIn } from "@/lib/auth/session";
import { consumeSsoToken } from "@/lib/auth/sso";
import { AppError } from "@/lib/errors";
import { type FormState, submitForm } from "@/lib/form";
import { log } from "@/lib/log";
import { credentials, passwordReset, passwordResetRequest, registration, ssoLogIn, withNext } from "@/lib/users/schema";
import { createUser } from "@/lib/users/service";

export async function logIn(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(withNext(credentials), form, async (input) => {
    await signIn(await checkCredentials(input, await clientAddress()));
    redirect(nextPath(input.next));
  });
}

export async function register(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(withNext(registration), form, async ({ next, ...input }) => {
    const { user } = await createUser(input);
    await signIn(user.id);
    redirect(nextPath(next));
  });
}

export async function forgotPassword(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(passwordResetRequest, form, async ({ email }) => {
    await countResetMail(email, await clientAddress());
    // After the answer, which must be the same and as quick whether or not the account exists.
    after(() => mailPasswordReset(email).catch((error) => log.error({ error }, "no password reset was mailed")));
    return (await getTranslations("account"))("forgot.sent");
  });
}

export async function setNewPassword(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(passwordReset, form, async ({ token, password }) => {
    await signIn(await resetPassword(token, password));
    redirect("/dashboard");
  });
}

export async function logInOnce(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(ssoLogIn, form, async ({ token }) => {
    const userId = await consumeSsoToken(token);
    if (userId === null) throw new AppError("invalid", "This link was used meanwhile, or its hour is over.");
    await signIn(userId);
    redirect("/dashboard");
  });
}
