import type { Condition } from "./conditions";

// What decided about a visit is known by what it says, not by where it stands: rules are moved, and others come before them.
// A variant is `<rule>.<destination>`, such as `4fzyo8.1k9z2ab`. Whoever edits a rule's conditions has another rule, and whoever
// edits a destination another variant: the visits of one page never count for the next. Weights may change meanwhile.

/** By what conditions a rule is known, in whatever order they were sent. */
export const ruleKey = (conditions: Condition[]): string =>
  shortHash(
    conditions
      .map((condition) => JSON.stringify(sorted(condition)))
      .sort()
      .join("\n"),
  );

/** By what a rule that leads to one destination is known. */
export const variantKey = (rule: string, to: string): string => `${rule}.${shortHash(to)}`;

/** The same of one of several, `earlier` of which lead to the same place. */
export const shareKey = (rule: string, to: string, earlier: number): string =>
  `${rule}.${shortHash(`split ${earlier} ${to}`)}`;

/** The rule of visitors for whom no other holds. */
export const OWN = "url";

function sorted(condition: Condition): Condition {
  if (condition.kind === "week") return { ...condition, days: condition.days.toSorted((a, b) => a - b) };
  return "any" in condition ? { ...condition, any: condition.any.toSorted() } : condition;
}

/** 53 bits of two multiplicative hashes (as cyrb53 mixes them): of a link's few thousand variants no two are alike. */
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
