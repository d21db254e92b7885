import { expect, it } from "vitest";
import { filledTemplate, refilledTemplate, unknownPlaceholder } from "@/lib/resources/utm-templates/fill";

const none = { source: null, medium: null, campaign: null, term: null, content: null };

it.each([
  [{ source: "letter" }, {}, { utm_source: "letter" }, []],
  [
    { campaign: "{campaign}", medium: "{channel}" },
    { campaign: "Spring sale" },
    { utm_campaign: "Spring sale" },
    ["channel"],
  ],
  [{ term: "{channel}-{campaign}-{channel}" }, { campaign: "a", channel: "b" }, { utm_term: "b-a-b" }, []],
  // Names are not templates themselves.
  [{ content: "{campaign}" }, { campaign: "{channel}", channel: "b" }, { utm_content: "{channel}" }, []],
  [{ source: "a{b", term: "} {" }, {}, { utm_source: "a{b", utm_term: "} {" }, []],
])("%j for %j is %j", (values, link, expected, missing) => {
  const filled = filledTemplate({ ...none, ...values }, link);
  expect(Object.fromEntries(filled.parameters.map(({ name, value }) => [name, value]))).toEqual(expected);
  expect(filled.missing).toEqual(missing);
});

it.each([
  ["newsletter", undefined],
  ["{campaign} {channel}", undefined],
  ["{Campaign}", "{Campaign}"],
  ["{campaign} {}", "{}"],
  ["a{b", undefined],
])("the unknown placeholder of %j is %j", (value, expected) => expect(unknownPlaceholder(value)).toBe(expected));

it("reports what a template sets differently for another link", () => {
  const template = {
    ...none,
    source: "letter",
    medium: "{channel}",
    campaign: "{campaign}",
    term: "{campaign}-{channel}",
  };
  expect(refilledTemplate(template, { campaign: "a" }, { campaign: "b" })).toEqual([
    { name: "utm_campaign", from: "a", to: "b" },
  ]);
  expect(refilledTemplate(template, { campaign: "a" }, { campaign: "a", channel: "c" })).toEqual([
    { name: "utm_medium", from: "", to: "c" },
    { name: "utm_term", from: "", to: "a-c" },
  ]);
  expect(refilledTemplate(template, { campaign: "a", channel: "c" }, { channel: "c" })).toEqual([
    { name: "utm_campaign", from: "a", to: "" },
    { name: "utm_term", from: "a-c", to: "" },
  ]);
});
