"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getLocale, getTranslations } from "next-intl/server";
import { countMail } from "@/lib/auth/attempts";
import { logFailedLogIn } from "@/lib/auth/events";
import { refuseImpersonation } from "@/lib/auth/identity-confirmation";
import { checkCredentials, type LogInStep } from "@/lib/auth/log-in";
import { mailPasswordReset, resetPassword } from "@/lib/auth/password-reset";
import { client, clientAddress, requireSession, signIn } from "@/lib/auth/session";
import { chooseAccount } from "@/lib/auth/session-rows";
import { addShortCookie, findShortCookie, readShortCookie } from "@/lib/auth/short-cookie";
import { consumeSsoToken } from "@/lib/auth/sso";
import { checkSecondFactor } from "@/lib/auth/two-factor";
import { AppError } from "@/lib/contract/errors";
import { type FormState, submitForm } from "@/lib/http/server-action";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { confirmEmail, findEmailLink } from "@/lib/resources/account/email";
import {
  beginRegistration,
  confirmRegistration,
  findRegistration,
  mailRegistration,
} from "@/lib/resources/account/registration";
import { acceptInvitation, declineInvitation } from "@/lib/resources/members/invitations";
import {
  begunLogIn,
  credentials,
  emailConfirmation,
  mailedToken,
  passwordReset,
  passwordResetRequest,
  registration,
  secondFactor,
  withNext,
} from "@/lib/resources/users/schema";
import { awaitConfirmation, completeLogIn, enter, logInAt, sendConfirmation } from "./complete-log-in";

export async function logIn(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(withNext(credentials), form, async (input) => {
    const userId = await checkCredentials(input, await client()).catch(awaitConfirmation(input));
    return completeLogIn(userId, input);
  });
}

/** The second step of a log-in: a code from the app, or a recovery code. */
export async function submitSecondFactor(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(secondFactor.extend(begunLogIn.shape), form, async ({ code, of }) => {
    const begun = await requireLogInAt("code", of);
    await checkSecondFactor(begun.userId, code, await client());
    return enter(begun.userId, begun);
  });
}

export async function mailConfirmationAgain(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(begunLogIn, form, async ({ of }) => {
    // Without a mail server, nothing has to be confirmed.
    if (!env.SMTP_URL) redirect("/login");
    const begun = await readShortCookie("registration", of);
    if (begun) {
      await countMail(begun.email, await clientAddress());
      await mailAfterResponse(begun.id, begun.email);
    } else {
      const { userId } = await requireLogInAt("email", of);
      await sendConfirmation(userId);
    }
    return (await getTranslations("account"))("confirm.sentAgain");
  });
}

/**
 * Confirms the address of a new account. Asks for the password, so that only the account's owner can confirm, not every
 * reader of the mail.
 */
export async function confirmAccount(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(emailConfirmation, form, async ({ token, password }) => {
    const link = await findEmailLink(token);
    if (!link) {
      const id = (await findRegistration(token))?.id;
      const userId = await confirmRegistration(token, password, await clientAddress());
      return completeLogIn(userId, (await findShortCookie("registration", (begun) => begun.id === id)) ?? {});
    }
    const { userId, email } = link;
    await checkCredentials({ email, password }, await client());
    await confirmEmail(userId, token);
    return completeLogIn(userId, (await findShortCookie("log-in", (begun) => begun.userId === userId)) ?? {});
  });
}

/** Sets the new address of the logged-in account. */
export async function confirmNewEmail(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(mailedToken, form, async ({ token }) => {
    const session = await requireSession();
    refuseImpersonation(session);
    await confirmEmail(session.self.userId, token);
    redirect("/dashboard/settings");
  });
}

/** Makes the logged-in user a member of the account that the link invites to, and switches to that account. */
export async function join(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(mailedToken, form, async ({ token }) => {
    const session = await requireSession();
    refuseImpersonation(session);
    await chooseAccount(session, await acceptInvitation(session.self, token));
    redirect("/dashboard/links");
  });
}

/** Declines an invitation, so that its link no longer works. */
export async function declineJoining(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(mailedToken, form, async ({ token }) => {
    await requireSession();
    await declineInvitation(token);
    redirect("/dashboard/links");
  });
}

async function requireLogInAt(step: LogInStep, cookie: string) {
  const begun = await logInAt(step, cookie);
  if (begun) return begun;
  const account = (await readShortCookie("log-in", cookie))?.userId;
  logFailedLogIn("begun too long ago, or before the password was changed", await clientAddress(), account);
  throw new AppError("log_in_expired");
}

export async function register(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(withNext(registration), form, async ({ next, ...input }) => {
    const begun = await beginRegistration(input, await clientAddress());
    if ("userId" in begun) return completeLogIn(begun.userId, { next });
    const { registrationId: id } = begun;
    const cookie = await addShortCookie("registration", { id, email: input.email, next });
    await mailAfterResponse(id, input.email);
    redirect(`/login/confirm?of=${cookie}`);
  });
}

/** Runs after the response, which must be the same and as fast whether or not the account exists. */
async function mailAfterResponse(id: string, email: string): Promise<void> {
  const locale = await getLocale();
  after(() => mailRegistration(id, email, locale).catch((error) => log.error({ error }, "no confirmation was mailed")));
}

export async function forgotPassword(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(passwordResetRequest, form, async ({ email }) => {
    await countMail(email, await clientAddress(), true);
    const locale = await getLocale();
    // Runs after the response, which must be the same and as fast whether or not the account exists.
    after(() =>
      mailPasswordReset(email, locale).catch((error) => log.error({ error }, "no password reset was mailed")),
    );
    return (await getTranslations("account"))(env.SMTP_URL ? "forgot.sent" : "forgot.sentWithoutMail");
  });
}

export async function setNewPassword(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(passwordReset, form, async ({ token, password, replaceKey, disconnect }) => {
    const also = { replaceKey: replaceKey === "on", disconnect: disconnect === "on" };
    return completeLogIn(await resetPassword(token, password, also));
  });
}

export async function logInOnce(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(mailedToken, form, async ({ token }) => {
    const userId = await consumeSsoToken(token, await clientAddress());
    if (userId === null) throw new AppError("mailed_link_used");
    await signIn(userId, {});
    redirect("/dashboard");
  });
}
