import { describe, expect, it } from "vitest";
import { filterOptions, findChoices, sortFound, sortOptions } from "@/components/ui/find-choices";
import { placesIn } from "@/lib/contract/places";

const found = (typed: string, names: string[]) => findChoices(names, typed, (name) => name);

describe("what is found by a part of a name", () => {
  it.each([
    ["en", "ger", "Germany"],
    ["en", "GER", "Germany"],
    ["en", "niger", "Niger"],
    ["en", "oman", "Oman"],
    ["en", "states", "United States"],
    ["en", "cote", "Côte d’Ivoire"],
    ["de", "oster", "Österreich"],
    ["de", "Öster", "Österreich"],
    ["de", "weissr", "Belarus (Weißrussland)"],
    ["es", "mex", "México"],
  ])("in %s, %s finds %s first", (locale, typed, name) => {
    const names = [
      ...placesIn(locale)
        .countries()
        .map((country) => country.name),
      "Belarus (Weißrussland)",
    ];
    expect(found(typed, names)[0]).toBe(name);
  });

  it("is sorted: equal, at the start, at the start of a word, elsewhere, each as it was before", () => {
    const names = ["zar", "bazaar", "b ar", "bar", "arc", "ar", "a-ar", "art"];
    expect(found(" AR ", names)).toEqual(["ar", "arc", "art", "b ar", "a-ar", "zar", "bazaar", "bar"]);
    expect(found("", names)).toEqual(names);
    expect(found("x", names)).toEqual([]);
  });

  it("has all typed words, in any order, after what has them as they were typed", () => {
    expect(found("link new", ["New link with options", "A link", "Link new things"])).toEqual([
      "Link new things",
      "New link with options",
    ]);
  });

  it("includes what the server found by other texts", () => {
    expect(sortFound(["hit by tag", "stable", "table"], "tab", (name) => name)).toEqual([
      "table",
      "stable",
      "hit by tag",
    ]);
  });
});

describe("options of fields", () => {
  const option = (label: string) => ({ value: label, label });
  const options = [{ group: "Fruit", items: [option("pear"), option("early apple")] }, option("tea"), option("ear")];

  it("keep their groups and their limit", () => {
    expect(filterOptions({ options, search: "ea", limit: 9 })).toEqual([
      { group: "Fruit", items: [option("early apple"), option("pear")] },
      option("ear"),
      option("tea"),
    ]);
    expect(filterOptions({ options, search: "t", limit: 9 })).toEqual([option("tea")]);
    expect(filterOptions({ options, search: "ea", limit: 2 })).toHaveLength(2);
    expect(sortOptions({ options, search: "t", limit: 9 })).toEqual([options[0], option("tea"), option("ear")]);
  });
});
