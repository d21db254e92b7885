"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getLocale, getTranslations } from "next-intl/server";
import { confirmEmail, deadLink, findEmailLink } from "@/lib/account/email";
import { countMail } from "@/lib/auth/attempts";
import { checkCredentials, hurdleOf } from "@/lib/auth/log-in";
import { logInPath } from "@/lib/auth/next-path";
import { mailPasswordReset, resetPassword } from "@/lib/auth/password-reset";
import { client, clientAddress, requireActor, signIn } from "@/lib/auth/session";
import { kept } from "@/lib/auth/short-cookie";
import { consumeSsoToken } from "@/lib/auth/sso";
import { checkSecondFactor } from "@/lib/auth/two-factor";
import { AppError } from "@/lib/errors";
import { attempt, type FormState, submitForm } from "@/lib/form";
import { log } from "@/lib/log";
import {
  credentials,
  emailConfirmation,
  mailedToken,
  passwordReset,
  passwordResetRequest,
  registration,
  secondFactor,
  withNext,
} from "@/lib/users/schema";
import { createUser } from "@/lib/users/service";
import { enter, letIn, sendConfirmation } from "./let-in";

export async function logIn(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(withNext(credentials), form, async (input) => {
    return letIn(await checkCredentials(input, await client()), input.next);
  });
}

/** The second step of a log-in: a code of the app, or a recovery code. */
export async function giveCode(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(secondFactor, form, async ({ code }) => {
    const { userId, next } = await startedLogIn();
    await checkSecondFactor(userId, code, await client());
    return enter(userId, next);
  });
}

export async function mailConfirmationAgain(): Promise<FormState> {
  return attempt(async () => {
    const { userId, next } = await startedLogIn();
    if ((await hurdleOf(userId)) !== "email") redirect(logInPath(next));
    await sendConfirmation(userId);
    return (await getTranslations("account"))("confirm.sentAgain");
  });
}

/** Confirms the address of a new account. The password shows that it is not the mail's reader alone who wants it. */
export async function confirmAccount(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(emailConfirmation, form, async ({ token, password }) => {
    const link = await findEmailLink(token);
    if (!link) throw deadLink();
    await checkCredentials({ email: link.email, password }, await client());
    await confirmEmail(link.userId, token);
    return letIn(link.userId, (await kept("log-in"))?.next);
  });
}

/** Makes a new address that of the account that is logged in. */
export async function confirmNewEmail(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(mailedToken, form, async ({ token }) => {
    await confirmEmail((await requireActor()).userId, token);
    redirect("/dashboard/settings");
  });
}

async function startedLogIn() {
  const started = await kept("log-in");
  if (!started) throw new AppError("unauthorized", "You have waited too long. Please log in again.");
  return started;
}

export async function register(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(withNext(registration), form, async ({ next, ...input }) => {
    const { user } = await createUser(input);
    return letIn(user.id, next);
  });
}

export async function forgotPassword(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(passwordResetRequest, form, async ({ email }) => {
    await countMail(email, await clientAddress());
    const locale = await getLocale();
    // After the answer, which must be the same and as quick whether or not the account exists.
    after(() =>
      mailPasswordReset(email, locale).catch((error) => log.error({ error }, "no password reset was mailed")),
    );
    return (await getTranslations("account"))("forgot.sent");
  });
}

export async function setNewPassword(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(passwordReset, form, async ({ token, password }) => {
    return letIn(await resetPassword(token, password));
  });
}

export async function logInOnce(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(mailedToken, form, async ({ token }) => {
    const userId = await consumeSsoToken(token);
    if (userId === null) throw new AppError("invalid", "This link was used meanwhile, or its hour is over.");
    await signIn(userId);
    redirect("/dashboard");
  });
}
