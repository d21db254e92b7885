import type { AppLocale } from "@/lib/contract/locales";
import { refusal } from "@/lib/contract/refusal";
import { refusalIn } from "@/lib/contract/refusals";
import { blockedReason } from "@/lib/platform/network/blocklist";

/** Returns why a link is disabled: the blocklist's reason in the owner's language, or an administrator's as written. */
export const disabledReasonIn = (locale: AppLocale, reason: string): string =>
  reason === blockedReason ? refusalIn(locale, refusal("destination_blocked")) : reason;
