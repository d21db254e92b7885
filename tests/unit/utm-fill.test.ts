import { expect, it } from "vitest";
import { filledTemplate, unknownPlaceholder } from "@/lib/resources/utm-templates/fill";

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
  // What something is called is no template itself.
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
