import { type Condition, holds } from "@/lib/resources/links/routing/conditions";
import { type LocalTime, localTime } from "@/lib/resources/links/routing/local-time";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { Visitor } from "@/lib/resources/links/routing/visitor";

interface Tried {
  rule: string;
  matched: boolean;
  reason: string;
}

type Compared = "country" | "region" | "city" | "language" | "os" | "browser";

/** The words for reasons in one language: what a condition found and, if it does not hold, what it requires. */
export interface ReasonWords {
  compared(kind: Compared, found: string | null, any: string[], held: boolean): string;
  device(any: string[], held: boolean): string;
  query(condition: Extract<Condition, { kind: "query" }>, found: string[], held: boolean): string;
  moment(condition: Extract<Condition, { kind: "from" | "until" }>, held: boolean): string;
  week(condition: Extract<Condition, { kind: "week" }>, now: LocalTime, held: boolean): string;
  split: string;
  untried(decided: string): string;
}

/** Returns, for each of a link's rules, sentences that say why the rule does or does not decide for a visitor. */
export function explain({ rules }: Pick<LinkSnapshot, "rules">, visitor: Visitor, words: ReasonWords): Tried[] {
  let decided: string | undefined;
  return rules.map(({ name, conditions, target }) => {
    if (decided) return { rule: name, matched: false, reason: words.untried(decided) };
    const failing = conditions.find((condition) => !holds(condition, visitor));
    if (failing) return { rule: name, matched: false, reason: describeCondition(words, failing, visitor, false) };
    decided = name;
    const reasons = conditions.map((condition) => describeCondition(words, condition, visitor, true));
    if (typeof target !== "string") reasons.push(words.split);
    return { rule: name, matched: true, reason: reasons.join(" ") };
  });
}

function describeCondition(words: ReasonWords, condition: Condition, visitor: Visitor, held: boolean): string {
  switch (condition.kind) {
    case "country":
    case "region":
    case "city":
      return words.compared(condition.kind, visitor.place()[condition.kind], condition.any, held);
    case "language":
      return words.compared("language", visitor.language(), condition.any, held);
    case "os":
    case "browser": {
      const found = visitor.agent()[condition.kind];
      return words.compared(condition.kind, found === "Unknown" ? null : found, condition.any, held);
    }
    case "device":
      return words.device(condition.any, held);
    case "query":
      return words.query(condition, visitor.query().getAll(condition.name), held);
    case "from":
    case "until":
      return words.moment(condition, held);
    case "week":
      return words.week(condition, localTime(visitor.now, condition.zone), held);
  }
}
