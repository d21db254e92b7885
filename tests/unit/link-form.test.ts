import { describe, expect, test } from "vitest";
import { emptyForm, type LinkForm, sentChanges, tabsWith } from "@/components/links/link-form";
import { readLinksView } from "@/components/links/links-view";
import { listHref } from "@/components/ui/list-address";
import { changesOf } from "@/components/ui/use-editor";
import { completeUrl } from "@/lib/contract/url";

const form = (values: Partial<LinkForm> = {}): LinkForm => ({
  ...emptyForm("https://sho.rt"),
  url: "https://example.com/a",
  custom: "spring",
  ...values,
});

describe("the editor's request", () => {
  test("is empty if nothing changed", () => {
    expect(changesOf(form(), form())).toEqual({});
  });

  test("contains only changes, and null for emptied fields", () => {
    const initial = form({
      metatitle: "Shoes",
      expiry: "2027-01-31 18:00:00",
      parameters: [{ name: "a", value: "b" }],
      deeplink: { auto: false, apple: "https://apps.example.com", google: "" },
    });
    const emptied = form({ password: null, clicklimit: "5" });
    expect(changesOf(emptied, initial)).toEqual({
      metatitle: null,
      expiry: null,
      parameters: null,
      deeplink: null,
      password: null,
      clicklimit: "5",
    });
  });

  test("opens apps if nothing else about apps is set, and resets it later", () => {
    const deeplink = { auto: true, apple: "", google: "" };
    expect(changesOf(form({ deeplink }), form())).toEqual({ deeplink });
    expect(changesOf(form(), form({ deeplink }))).toEqual({ deeplink: null });
  });

  test("a list of rules contains all rules, and the fields for one condition are emptied", () => {
    const rules = [{ when: { country: ["FR"] }, to: "https://example.com/fr" }];
    const changes = changesOf(form({ rules }), form());
    expect(sentChanges(changes)).toEqual({ rules, geotarget: null, devicetarget: null, languagetarget: null });
    expect(sentChanges({ url: "x" })).toEqual({ url: "x" });
  });

  test("an empty password keeps the current one", () => {
    expect(changesOf(form({ password: "" }), form())).not.toHaveProperty("password");
  });
});

test("errors are found in the sections of their fields, in the order of sections", () => {
  const errors = { clicklimit: "x", "parameters.0.name": "x", "rules.1.when.country": "x", "deeplink.apple": "x" };
  expect(tabsWith(errors)).toEqual(["rules", "tracking", "protection"]);
  expect(tabsWith({ unheardOf: "x" })).toEqual([]);
});

test.each([
  ["example.com/page?x=1", "https://example.com/page?x=1"],
  [" example.com:8080 ", "https://example.com:8080"],
  ["https://example.com", "https://example.com"],
  ["\u200B\u202Ahttps://example.com/\u202C ", "https://example.com/"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["mailto:ada@example.com", "mailto:ada@example.com"],
  ["hello", "hello"],
  ["two words.com", "two words.com"],
])("%j is completed to %j", (typed, meant) => {
  expect(completeUrl(typed)).toBe(meant);
});

describe("the address of the page of links", () => {
  test.each([
    [{ page: "-1", order: "banana", created: "x" }],
    [{ page: "1.5" }],
    [{ page: ["2", "3"], q: ["a", "b"] }],
    [{ page: "99999999999999999999" }],
    [{}],
  ])("ignores invalid values in %j", (parameters) => {
    expect(readLinksView(parameters)).toEqual({
      ...{ q: "", tag: [], excludetag: [], order: "date", direction: "desc", page: 1 },
    });
  });

  test("leaves out default values", () => {
    expect(listHref("/dashboard/links", { q: "", order: "", page: 1 })).toBe("/dashboard/links");
    expect(listHref("/dashboard/links", { q: "a&b", order: "click", page: 2 })).toBe(
      "/dashboard/links?q=a%26b&order=click&page=2",
    );
  });
});
