import type { FactColumn } from "@/lib/clicks/store/fact-query";
import { primaryLanguage } from "@/lib/contract/language-codes";
import { withoutQuery } from "@/lib/resources/links/parameters";
import type { Condition } from "@/lib/resources/links/routing/conditions";
import { type Decided, decide } from "@/lib/resources/links/routing/decide";
import { OWN, variantKey } from "@/lib/resources/links/routing/variants";
import { isStoredParameter, StoredVisitor } from "./stored-visitor";

/** Number of visits by actual or replayed destination. */
export type Tally = Record<string, number>;

/** Where a link's visitors would go, and where they went. */
export interface Replayed {
  visits: number;
  /** by variant; `gone` if the link has ended for them */
  after: Tally;
  /** by variant; `url` if no rule applied; the name of a rule at the time if nothing else is stored */
  before: Tally;
  /** visits that would have gone elsewhere, if both destinations are known */
  moved: number;
  /** visits whose destination depends on something that is not stored; they are in `before` but not in `after` */
  undecided: { query: number; visitor: number; language: number };
  /** visits whose device was derived from its system, because no more was stored */
  guessed: number;
  /** visits beyond the plan's limit for details; they are counted nowhere else */
  locked: number;
  /** time of the earliest visit in milliseconds since 1970 */
  earliest: number | null;
}

/** Represents the destination of a link that has ended. */
export const GONE = "gone";

/**
 * Runs visits through the redirect's own `decide` with what is stored of each. A condition on something that is not
 * stored comes last in its rule, so it is only tested if all others hold.
 */
export class Replay {
  readonly found: Replayed = {
    ...{ visits: 0, before: {}, after: {}, moved: 0, guessed: 0, locked: 0, earliest: null },
    undecided: { query: 0, visitor: 0, language: 0 },
  };
  private readonly visitor: StoredVisitor;
  private readonly link: Decided;
  private readonly own: string;

  /**
   * `ownThen`: the variant of the link's own destination during the whole period; null if it was edited in that time.
   */
  constructor(
    link: Decided,
    private readonly ownThen: string | null,
  ) {
    this.visitor = new StoredVisitor(columnsNeededFor(link));
    this.link = {
      ...link,
      rules: link.rules.map((rule) => ({ ...rule, conditions: storedConditionsFirst(rule.conditions) })),
    };
    this.own = variantKey(OWN, withoutQuery(link.destination, link.addedQuery));
  }

  /** `fields`: a line of `factsOf` with the columns of `neededBy`. */
  add(fields: string[]): void {
    const { found, visitor } = this;
    visitor.become(fields);
    const clicks = Number(visitor.get("clicks"));
    if (visitor.get("locked") !== null) {
      found.locked += clicks;
      return;
    }
    found.visits += clicks;
    found.earliest = Math.min(found.earliest ?? visitor.now, visitor.now);
    const variant = visitor.get("variant");
    const rule = visitor.get("rule");
    count(found.before, variant ?? rule ?? OWN, clicks);
    const decision = decide(this.link, visitor);
    if (visitor.guessed) found.guessed += clicks;
    if (visitor.missing !== null) {
      found.undecided[visitor.missing] += clicks;
      return;
    }
    const after = decision.kind === "redirect" ? (decision.variant ?? this.own) : GONE;
    count(found.after, after, clicks);
    const before = variant ?? (rule === null ? this.ownThen : null);
    if (before !== null && before !== after) found.moved += clicks;
  }
}

function count(tally: Tally, key: string, clicks: number): void {
  tally[key] = (tally[key] ?? 0) + clicks;
}

function isKept(condition: Condition): boolean {
  if (condition.kind === "query") return isStoredParameter(condition.name);
  return condition.kind !== "language" || condition.any.every((tag) => tag === primaryLanguage(tag));
}

const storedConditionsFirst = (conditions: Condition[]) => [
  ...conditions.filter(isKept),
  ...conditions.filter((condition) => !isKept(condition)),
];

/** Returns the columns of a click that the link's decision needs. */
export function columnsNeededFor({ rules, expiresAt }: Pick<Decided, "rules" | "expiresAt">): FactColumn[] {
  const needed = new Set<FactColumn>(["rule", "variant"]);
  if (expiresAt !== null) needed.add("at");
  for (const { conditions, target } of rules) {
    if (typeof target !== "string") needed.add("visitor");
    for (const condition of conditions) for (const column of columnsOf(condition)) needed.add(column);
  }
  return [...needed];
}

function columnsOf(condition: Condition): FactColumn[] {
  switch (condition.kind) {
    case "country":
    case "region":
    case "city":
    case "language":
    case "os":
    case "browser":
      return [condition.kind];
    case "device":
      return ["devices", "os", "device"];
    case "query":
      return isStoredParameter(condition.name) ? [condition.name as FactColumn] : [];
    case "from":
    case "until":
    case "week":
      return ["at"];
  }
}
