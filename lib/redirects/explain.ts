import { type Condition, holds } from "./conditions";
import type { LinkSnapshot } from "./snapshot";
import type { Visitor } from "./visitor";

interface Tried {
  rule: string;
  matched: boolean;
  reason: string;
}

/** How the reasons are said, in some language. */
export interface ReasonWords {
  /** what a condition finds, and what it wants where that is something else */
  finding(condition: Condition, visitor: Visitor, held: boolean): string;
  split: string;
  untried(decided: string): string;
}

/** Why each of a link's rules decides or does not decide about a visitor, as plain sentences. */
export function explain({ rules }: Pick<LinkSnapshot, "rules">, visitor: Visitor, words: ReasonWords): Tried[] {
  let decided: string | undefined;
  return rules.map(({ name, conditions, target }) => {
    if (decided) return { rule: name, matched: false, reason: words.untried(decided) };
    const failing = conditions.find((condition) => !holds(condition, visitor));
    if (failing) return { rule: name, matched: false, reason: words.finding(failing, visitor, false) };
    decided = name;
    const reasons = conditions.map((condition) => words.finding(condition, visitor, true));
    if (typeof target !== "string") reasons.push(words.split);
    return { rule: name, matched: true, reason: reasons.join(" ") };
  });
}
