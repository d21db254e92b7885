import { expect, test } from "vitest";
import { readyRules } from "@/lib/resources/links/routing/ready-rules";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import type { DeepLink } from "@/lib/resources/links/schema";
import { namesOf } from "@/lib/resources/links/statistics/named-variants";

const own = "https://example.com/";
const french: LinkRule = { when: { country: ["FR", "BE"], language: ["fr"] }, to: "https://example.com/fr" };
const phones: LinkRule = { when: { device: ["iphone", "android"] }, to: "https://example.com/phone" };
const test50: LinkRule = {
  when: { country: ["DE"] },
  split: [
    { to: "https://example.com/a", weight: 50 },
    { to: "https://example.com/b", weight: 50 },
  ],
};

const named = (rules: LinkRule[], deepLink: DeepLink | null = null, destination = own) =>
  namesOf(readyRules(rules, deepLink), destination);
/** The variants by their present names. */
const keys = (rules: LinkRule[], deepLink: DeepLink | null = null, destination = own) =>
  Object.fromEntries([...named(rules, deepLink, destination)].map(([key, { rule }]) => [rule, key]));

test("a variant stays the same if its rule is moved after others", () => {
  const before = keys([french, test50]);
  const after = keys([phones, test50, french]);
  expect(after["rules.2"]).toBe(before["rules.0"]);
  expect(after["rules.1.split.1"]).toBe(before["rules.1.split.1"]);
  expect(after.url).toBe(before.url);
  expect(new Set(Object.values(after)).size).toBe(5);
});

test("a variant stays the same with other weights, and with its conditions in another order", () => {
  const weighed = { ...test50, split: test50.split?.map((share, index) => ({ ...share, weight: index + 7 })) };
  expect(keys([weighed])["rules.0.split.0"]).toBe(keys([test50])["rules.0.split.0"]);
  const turned: LinkRule = { when: { language: ["fr"], country: ["BE", "FR"] }, to: french.to };
  expect(keys([turned])["rules.0"]).toBe(keys([french])["rules.0"]);
});

test("a rule of a separate field is the same in the editor's list", () => {
  const target: LinkRule = { when: { country: "FR" }, to: "https://example.com/fr" };
  const rule: LinkRule = { when: { country: ["FR"] }, to: "https://example.com/fr" };
  expect(keys([rule])["rules.0"]).toBe(keys([target])["geotarget.0"]);
  expect(named([rule, target]).size).toBe(2);
});

test("another destination is another variant of the same rule, and other conditions are another rule", () => {
  const [ruleOf, variantOf] = [0, 1].map((part) => (rule: LinkRule) => keys([rule])["rules.0"]?.split(".")[part]);
  const elsewhere = { ...french, to: "https://example.com/elsewhere" };
  expect(ruleOf?.(elsewhere)).toBe(ruleOf?.(french));
  expect(variantOf?.(elsewhere)).not.toBe(variantOf?.(french));
  const fewer = { ...french, when: { country: ["FR"] } };
  expect(ruleOf?.(fewer)).not.toBe(ruleOf?.(french));
  expect(keys([french], null, "https://example.com/new").url).not.toBe(keys([french]).url);
});

test("distinguishes two parts with the same destination, and a part from the whole", () => {
  const a = { to: "https://example.com/a", weight: 1 };
  const split: LinkRule = { when: {}, split: [a, a] };
  expect(new Set(Object.values(keys([split]))).size).toBe(3);
  const whole: LinkRule = { when: { country: ["DE"] }, to: "https://example.com/a" };
  expect(keys([whole])["rules.0"]).not.toBe(keys([test50])["rules.0.split.0"]);
});

test("the pages of apps have their own names", () => {
  const deepLink = { auto: false, apple: "https://apps.apple.com/app/id1" };
  expect(keys([], deepLink)["deeplink.apple"]).toMatch(/^deeplink\.apple\./);
});

test("a rule is named by its place in the editor's list", () => {
  const target: LinkRule = { when: { country: "FR" }, to: "https://example.com/fr" };
  const all = [...named([test50, target, { when: {}, split: test50.split }]).values()];
  expect(all.map(({ rule, position }) => [rule, position])).toEqual([
    ["rules.0.split.0", 1],
    ["rules.0.split.1", 1],
    ["geotarget.0", 2],
    ["split.0", null],
    ["split.1", null],
    ["url", null],
  ]);
});
