import type { AppLocale } from "@/lib/contract/locales";
import { refusal } from "@/lib/contract/refusal";
import { refusalIn } from "@/lib/contract/refusals";
import { blockedReason } from "@/lib/platform/blocklist";

/**
 * Why a link is disabled, for its owner: the blocklist's reason in their language, an administrator's reason as it was
 * written.
 */
export const disabledReasonIn = (locale: AppLocale, reason: string): string =>
  reason === blockedReason ? refusalIn(locale, refusal("destination_blocked")) : reason;
