import type { ClickClass } from "@/generated/prisma/enums";

/** The reason why a click does not count as a person's. */
export interface Verdict {
  class: ClickClass;
  /** the rule: `head`, `prefetch`, `agent:<name>`, `referrer:<host>`, `headers`, `network:<name>`, `burst`, `twice` */
  rule: string;
}

/** Version of the rules, stored with each click. Increase it with every change of the rules. */
export const RULESET = 4;
