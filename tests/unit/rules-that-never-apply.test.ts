import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeAgent } from "@/lib/clicks/classify/enrich";
import { meetsAnyLanguage } from "@/lib/contract/language-codes";
import { days } from "@/lib/contract/local-time";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { rulesThatNeverApply } from "@/lib/resources/links/routing/never-applies";
import { holds, readyRules } from "@/lib/resources/links/routing/ready-rules";
import type { Visitor } from "@/lib/resources/links/routing/visitor";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import { devices, systems } from "@/lib/resources/links/rules";
import { seed } from "../support/seeded";
import { agents } from "../support/visit";

type When = LinkRule["when"];

const now = Date.UTC(2027, 0, 31, 18);
const to = "https://example.com/";
const rule = (when: When): LinkRule => ({ when, to });
const covered = (...list: When[]) => rulesThatNeverApply(list.map(rule), now).covered.map(({ position }) => position);

describe("a rule never applies", () => {
  it.each<[string, When[]]>([
    ["after the same rule", [{ country: ["DE"] }, { country: ["DE"] }]],
    ["after one with fewer conditions", [{ country: ["DE"] }, { country: ["DE"], language: ["en"] }]],
    ["after one with more values", [{ country: ["DE", "FR"] }, { country: ["FR"] }]],
    ["after its language without the region", [{ language: ["pt"] }, { language: ["pt-BR"] }]],
    ["after its language with the usual script", [{ language: ["zh-Hant"] }, { language: ["zh-TW"] }]],
    ["after Norwegian", [{ language: ["no"] }, { language: ["nb"] }]],
    ["after its country", [{ country: ["DE"] }, { region: ["DE-BY"] }]],
    ["after the country of its city", [{ country: ["FR"] }, { city: ["Paris, FR-IDF"] }]],
    ["after its city in any region", [{ city: ["Paris, FR"] }, { city: ["paris, FR-IDF"] }]],
    ["after mobile devices", [{ device: ["mobile"] }, { device: ["iphone"], country: ["DE"] }]],
    ["after its system", [{ os: ["iOS"] }, { device: ["iphone", "ipad"] }]],
    ["after any value of its parameter", [{ query: [{ name: "ref" }] }, { query: [{ name: "ref", value: "a" }] }]],
    ["after its parameter in another case", [{ query: [{ name: "utm_term" }] }, { query: [{ name: "UTM_Term" }] }]],
    ["after a longer period", [{ until: "2028-01-01 00:00:00" }, { until: "2027-06-01 00:00:00" }]],
    ["after a start that has passed", [{ from: "2026-01-01 00:00:00" }, { country: ["DE"] }]],
    ["after more days", [{ days: ["mon", "tue"] }, { days: ["mon"], hours: { from: "09:00", until: "17:00" } }]],
    ["after the whole week", [{ days: [...days] }, { country: ["DE"] }]],
    [
      "after longer hours, past midnight",
      [
        { days: ["sun"], hours: { from: "20:00", until: "06:00" } },
        { days: ["mon"], hours: { from: "01:00", until: "05:00" } },
      ],
    ],
    [
      "after several that have its values together",
      [{ country: ["DE"] }, { country: ["FR"] }, { country: ["FR", "DE"], os: ["iOS"] }],
    ],
  ])("%s", (_, list) => {
    expect(covered(...list)).toEqual([list.length]);
  });

  it.each<[string, When[]]>([
    ["another country", [{ country: ["DE"] }, { country: ["FR"] }]],
    ["a more specific language first", [{ language: ["pt-BR"] }, { language: ["pt"] }]],
    ["another region of the language", [{ language: ["pt-BR"] }, { language: ["pt-PT"] }]],
    ["one form of Norwegian first", [{ language: ["nb"] }, { language: ["no"] }]],
    ["more conditions first", [{ country: ["DE"], language: ["en"] }, { country: ["DE"] }]],
    ["a city in one region first", [{ city: ["Paris, FR-IDF"] }, { city: ["Paris, FR"] }]],
    ["another value of the parameter", [{ query: [{ name: "ref", value: "b" }] }, { query: [{ name: "ref" }] }]],
    ["a start that is to come", [{ from: "2028-01-01 00:00:00" }, { country: ["DE"] }]],
    ["a shorter period first", [{ until: "2027-06-01 00:00:00" }, { until: "2028-01-01 00:00:00" }]],
    ["hours in another time zone", [{ days: ["mon"] }, { days: ["mon"], timezone: "Europe/Berlin" }]],
    ["one of its values is left", [{ country: ["DE"] }, { country: ["FR", "DE"] }]],
    [
      "combinations are left",
      [
        { country: ["DE"], os: ["iOS"] },
        { country: ["FR"], os: ["Android"] },
        { country: ["DE", "FR"], os: ["iOS", "Android"] },
      ],
    ],
  ])("but it may after %s", (_, list) => {
    expect(covered(...list)).toEqual([]);
  });

  it("in any of the fields, by the order in which they are tried, and after its end", () => {
    const list: LinkRule[] = [
      { when: { country: ["DE"], until: "2027-01-01 00:00:00" }, to },
      { when: { device: "mobile" }, to },
      { when: { device: "iphone" }, to },
      { when: { language: "pt" }, to },
      { when: { language: "pt-BR" }, to },
      { when: { language: "pt" }, to },
      {
        when: {},
        split: [
          { to, weight: 1 },
          { to, weight: 1 },
        ],
      },
    ];
    expect(rulesThatNeverApply(list, now)).toEqual({
      over: [{ name: "rules.0", position: 1 }],
      covered: [
        { name: "devicetarget.1", position: 3 },
        { name: "languagetarget.2", position: 6 },
      ],
    });
  });

  it("is found among the largest rules", () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 4)),
    );
    const list = Array.from({ length: 100 }, () => ({ country: many, query: [{ name: "a" }], os: [...systems] }));
    expect(covered(...list)).toHaveLength(99);
  });
});

const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
const hour = fc.integer({ min: 0, max: 23 }).map((text) => `${String(text).padStart(2, "0")}:00`);
const moment = fc.integer({ min: -3, max: 3 }).map((months) => formatTimestamp(new Date(Date.UTC(2027, months + 2))));
const languages = ["pt", "pt-BR", "pt-PT", "zh", "zh-Hant", "zh-TW", "no", "nb", "nn", "sr-Latn", "sr-RS"];
const conditions = {
  country: some(["FR", "US"]),
  region: some(["FR-IDF", "US-CA"]),
  city: some(["Paris, FR", "Paris, FR-IDF", "Los Angeles, US-CA"]),
  language: some(languages),
  device: some(devices),
  os: some(systems),
  query: fc.array(
    fc.record({ name: fc.constantFrom("a", "b"), value: fc.constantFrom("1", "2") }, { requiredKeys: ["name"] }),
    { minLength: 1, maxLength: 2 },
  ),
  from: moment,
  until: moment,
  days: some(days),
  hours: fc.record({ from: hour, until: hour }).filter(({ from, until }) => from !== until),
};
const when: fc.Arbitrary<When> = fc
  .uniqueArray(fc.constantFrom(...(Object.keys(conditions) as (keyof typeof conditions)[])), {
    minLength: 1,
    maxLength: 2,
  })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, conditions[name]]))) as fc.Arbitrary<When>);

const places = [
  { country: "FR", region: "FR-IDF", city: "Paris, FR-IDF" },
  { country: "US", region: "US-CA", city: "Los Angeles, US-CA" },
  { country: "US", region: null, city: null },
  { country: null, region: null, city: null },
];
const visitor = fc
  .record({
    place: fc.constantFrom(...places),
    tag: fc.constantFrom(null, ...languages, "zh-Hans-TW", "sr", "no-NO"),
    userAgent: fc.constantFrom(...Object.values(agents)),
    at: fc.integer({ min: now, max: now + 200 * 86_400_000 }),
    query: fc.constantFrom("", "a=1", "a=1&b=2", "b=1", "a=2&a=1"),
  })
  .map(
    ({ place, tag, userAgent, at, query }): Visitor => ({
      ...{ now: at, userAgent, forwarded: null, place: () => place, identity: () => "1" },
      ...{ language: () => tag, speaks: (any) => meetsAnyLanguage(any, tag) },
      ...{ agent: () => describeAgent(userAgent), query: () => new URLSearchParams(query) },
    }),
  );

it("no visitor gets to a rule that is said to apply never", () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(when, { minLength: 2, maxLength: 6 }),
      fc.array(visitor, { minLength: 60, maxLength: 60 }),
      (list, visitors) => {
        const stored = list.map(rule);
        const { covered, over } = rulesThatNeverApply(stored, now);
        const never = [...covered, ...over].map(({ name }) => name);
        found += covered.length;
        const rules = readyRules(stored, null);
        for (const one of visitors) {
          const first = rules.find(({ conditions }) => conditions.every((condition) => holds(condition, one)));
          expect(never).not.toContain(first?.name);
        }
      },
    ),
    { numRuns: 300, seed, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(30);
});
