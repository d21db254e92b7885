import type { ClickClass } from "@/generated/prisma/enums";

/** Why a click does not count as a person's. */
export interface Verdict {
  class: ClickClass;
  /** what decided: `head`, `prefetch`, `agent:<name>`, `referrer:<host>`, `headers`, `network:<name>`, `burst`, `twice` */
  rule: string;
}

/** Counted up with every change of the rules, so that each click says by which ones it was judged. */
export const RULESET = 4;
