import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { countMail } from "@/lib/auth/attempts";
import { logInStamp, pendingLoginStep } from "@/lib/auth/log-in";
import { nextPath } from "@/lib/auth/next-path";
import { clientAddress, signIn } from "@/lib/auth/session";
import { clearShortCookie, setShortCookie } from "@/lib/auth/short-cookie";
import { db } from "@/lib/platform/db";
import { mailConfirmation } from "@/lib/resources/account/email";

/** Continues after a user's identity is known: opens their page, or first a step that is still missing. */
export async function completeLogIn(userId: number, next?: string): Promise<never> {
  const hurdle = await pendingLoginStep(userId);
  if (hurdle) {
    await setShortCookie("log-in", { userId, next, stamp: await logInStamp(userId) });
    await clearShortCookie("registration");
  }
  if (hurdle === "code") redirect("/login/code");
  if (hurdle === "email") {
    // If it fails, the page offers to try again.
    await sendConfirmation(userId).catch(() => undefined);
    redirect("/login/confirm");
  }
  return enter(userId, next);
}

/** Sends the link that confirms an e-mail address, within limits. */
export async function sendConfirmation(userId: number): Promise<void> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  await countMail(email, await clientAddress());
  await mailConfirmation(userId, await getLocale());
}

/** Starts a session in this browser. */
export async function enter(userId: number, next?: string): Promise<never> {
  await clearShortCookie("log-in");
  await clearShortCookie("registration");
  await signIn(userId, { confirmed: true });
  redirect(nextPath(next));
}
