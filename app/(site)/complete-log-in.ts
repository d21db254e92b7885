import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { countMail, isLimited } from "@/lib/auth/attempts";
import { type LogInStep, logInStamp, pendingLoginStep, UnconfirmedRegistration } from "@/lib/auth/log-in";
import { logInPath, nextPath } from "@/lib/auth/next-path";
import { clientAddress, signIn } from "@/lib/auth/session";
import { addShortCookie, clearShortCookie, readShortCookie } from "@/lib/auth/short-cookie";
import { db } from "@/lib/platform/database/db";
import { mailConfirmation } from "@/lib/resources/account/email";

const pageOf: Record<LogInStep, string> = { email: "/login/confirm", code: "/login/code" };

/** Where a log-in leads, and the cookie that has kept it. */
interface Begun {
  next?: string;
  cookie?: string;
}

/** Returns the page of a step. Its address names the log-in, because other tabs may have begun others. */
const stepPath = (step: LogInStep, cookie: string) => `${pageOf[step]}?of=${cookie}`;

/** Continues after a user's identity is known: opens their page, or first a step that is still missing. */
export async function completeLogIn(userId: number, begun: Begun = {}): Promise<never> {
  const step = await pendingLoginStep(userId);
  if (!step) return enter(userId, begun);
  if (begun.cookie) await clearShortCookie(begun.cookie);
  const cookie = await addShortCookie("log-in", { userId, next: begun.next, stamp: await logInStamp(userId) });
  // After too many mails, the last one is on its way. Otherwise the page says that it was not sent.
  const isUnsent = step === "email" && !(await sendConfirmation(userId).then(() => true, isLimited));
  redirect(stepPath(step, cookie) + (isUnsent ? "&unsent=1" : ""));
}

/**
 * Returns the log-in in a cookie, for the page and the form of a step; null if there is none, or it began too long ago,
 * or before the password was changed. Redirects if another step is missing first, so that no form leads past it. If none
 * is missing, people log in again: they may have confirmed the address on the phone that got the mail.
 */
export async function logInAt(step: LogInStep, cookie: unknown) {
  const begun = await readShortCookie("log-in", cookie);
  const stamp = begun && (await logInStamp(begun.userId).catch(() => null));
  if (!begun || begun.stamp !== stamp) return null;
  const missing = await pendingLoginStep(begun.userId);
  if (missing === step) return begun;
  redirect(missing ? stepPath(missing, begun.cookie) : logInPath(begun.next));
}

/** Opens the page that asks to confirm the address of a registration. Throws all other errors of a log-in again. */
export const awaitConfirmation =
  ({ email, next }: { email: string; next?: string }) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof UnconfirmedRegistration)) throw error;
    redirect(stepPath("email", await addShortCookie("registration", { id: error.id, email, next })));
  };

/** Sends the link that confirms an e-mail address, within limits. */
export async function sendConfirmation(userId: number): Promise<void> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  await countMail(email, await clientAddress());
  await mailConfirmation(userId, await getLocale());
}

/** Starts a session in this browser. */
export async function enter(userId: number, { next, cookie }: Begun): Promise<never> {
  if (cookie) await clearShortCookie(cookie);
  await signIn(userId, { confirmed: true });
  redirect(nextPath(next));
}
