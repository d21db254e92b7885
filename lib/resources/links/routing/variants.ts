import type { Condition } from "./conditions";

// What decided a visit is identified by its content instead of its position, because rules are moved and inserted. A
// variant is `<rule>.<destination>`, such as `4fzyo8.1k9z2ab`. Changing a rule's conditions creates another rule, and
// changing a destination creates another variant, so visits to the old page never count for the new one. Weights may
// change.

/** Returns the identity of a rule by its conditions, in any order. */
export const ruleKey = (conditions: Condition[]): string =>
  shortHash(
    conditions
      .map((condition) => JSON.stringify(sorted(condition)))
      .sort()
      .join("\n"),
  );

/** Returns the identity of a rule's only destination. */
export const variantKey = (rule: string, to: string): string => `${rule}.${shortHash(to)}`;

/**
 * Returns the identity of one of several destinations. `earlier` of them are identical and come before it. A test that
 * ends automatically counts from its beginning (`since`), so its variants differ from earlier ones.
 */
export const shareKey = (rule: string, to: string, earlier: number, since = ""): string =>
  `${rule}.${shortHash(`split ${earlier} ${to}${since && ` ${since}`}`)}`;

/** The rule for visitors that no other rule matches. */
export const OWN = "url";

function sorted(condition: Condition): Condition {
  if (condition.kind === "week") return { ...condition, days: condition.days.toSorted((a, b) => a - b) };
  return "any" in condition ? { ...condition, any: condition.any.toSorted() } : condition;
}

/**
 * Returns 53 bits of two multiplicative hashes (mixed as in cyrb53): enough to keep a link's few thousand variants
 * apart.
 */
function shortHash(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return ((other & 0x1fffff) * 0x1_0000_0000 + (one >>> 0)).toString(36);
}
