import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { type Messages, messages } from "@/generated/messages";
import { currentActor } from "@/lib/auth/session";
import { localeFor } from "@/lib/contract/language-codes";
import { type AppLocale, localeCookie } from "@/lib/contract/locales";

declare module "next-intl" {
  interface AppConfig {
    Locale: AppLocale;
    Messages: Messages;
  }
}

/**
 * The settings of next-intl for a request. Times are shown in the account's time zone, or in UTC without an account.
 */
export default getRequestConfig(async () => {
  const locale = localeFor((await cookies()).get(localeCookie)?.value, (await headers()).get("accept-language"));
  // The type has the English words as literals, so messages in another language need a cast.
  return { locale, messages: messages[locale] as Messages, timeZone: await accountZone() };
});

/** Error pages must work even if the account cannot be looked up. UTC is used then. */
const accountZone = async (): Promise<string> => (await currentActor().catch(() => null))?.timeZone ?? "UTC";
