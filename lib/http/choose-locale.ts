"use server";

import { cookies, headers } from "next/headers";
import { spendBudget } from "@/lib/auth/budget";
import { rememberLocale } from "@/lib/auth/session";
import { isLocale, localeCookie } from "@/lib/contract/locales";
import { forwardedHttps } from "@/lib/platform/network/client-address";
import { beginAction } from "./action-call";
import { entriesOf } from "./server-action";

/** Stores the language that a person chose: for a year in this browser, and in the account for mails. */
export async function chooseLocale(form: FormData): Promise<void> {
  beginAction(await headers());
  if (!(await spendBudget())) return;
  const { locale } = Object.fromEntries(entriesOf(form));
  if (!isLocale(locale)) return;
  const secure = forwardedHttps(await headers());
  (await cookies()).set(localeCookie, locale, { sameSite: "lax", path: "/", secure, maxAge: 365 * 86_400 });
  await rememberLocale(locale);
}
