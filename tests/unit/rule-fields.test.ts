import { expect, test } from "vitest";
import { asOneList, type LinkRule, ruleFieldsOf, storedRules } from "@/lib/resources/links/rule-fields";

const stored: LinkRule[] = [
  { when: { country: ["FR", "BE"], from: "2027-01-01 00:00:00" }, to: "https://a.example/" },
  { when: { os: ["iOS"] }, split: [{ to: "https://b.example/", weight: 1 }] },
  { when: { country: "DE" }, to: "https://c.example/" },
  { when: { device: "ipad" }, to: "https://d.example/" },
  { when: { language: "fr" }, to: "https://e.example/" },
  { when: {}, split: [{ to: "https://f.example/", weight: 1 }] },
];

test("one list contains the rules of every field, in the order of evaluation", () => {
  const list = asOneList(stored);
  expect(list).toEqual([
    stored[0],
    stored[1],
    { when: { country: ["DE"] }, to: "https://c.example/" },
    { when: { device: ["ipad"] }, to: "https://d.example/" },
    { when: { language: ["fr"] }, to: "https://e.example/" },
  ]);
  const none = { geotarget: [], devicetarget: [], languagetarget: [] };
  expect(asOneList(storedRules({ ...ruleFieldsOf(stored), ...none, rules: list }))).toEqual(list);
});
