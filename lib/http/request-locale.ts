import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { type Messages, messages } from "@/generated/messages";
import { currentActor } from "@/lib/auth/session";
import { localeFor } from "@/lib/contract/accept-language";
import { type AppLocale, localeCookie } from "@/lib/contract/locales";

declare module "next-intl" {
  interface AppConfig {
    Locale: AppLocale;
    Messages: Messages;
  }
}

/** What next-intl works with while it serves a request. Times are told in the account's time zone, or else in UTC. */
export default getRequestConfig(async () => {
  const locale = localeFor((await cookies()).get(localeCookie)?.value, (await headers()).get("accept-language"));
  // German words are other words than the English ones of the type, in the same places.
  return { locale, messages: messages[locale] as Messages, timeZone: await accountZone() };
});

/** A page that says what is wrong is told even where nobody can be asked who reads it. */
const accountZone = async (): Promise<string> => (await currentActor().catch(() => null))?.timeZone ?? "UTC";
