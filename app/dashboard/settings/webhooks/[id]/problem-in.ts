import type { AppLocale } from "@/lib/contract/locales";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { refusalIn } from "@/lib/contract/refusals";

/** Returns why a delivery got no response, from its code. */
export const problemIn = (locale: AppLocale, problem: string | null): string | null =>
  problem && refusalIn(locale, { code: problem as RefusalCode });
