import { expect, it } from "vitest";
import { frequentIn } from "@/lib/resources/links/search/frequent-trigrams";
import { matchesWords, rarePartOf } from "@/lib/resources/links/search/words";

const texts = (count: number, ending = (index: number) => `${index}`) =>
  Array.from({ length: count }, (_, index) => `go-${index * 7919}\nhttps://example.com/item${ending(index)}`);

it("a trigram is frequent if three quarters of the texts contain it", () => {
  const frequent = frequentIn(texts(100, (index) => (index < 75 ? "abc" : index < 149 ? "xyz" : "")));
  for (const trigram of ["ite", "com", "go-", "://", "abc"])
    expect([trigram, frequent.has(trigram)]).toEqual([trigram, true]);
  for (const trigram of ["xyz", "mxy", "000"]) expect([trigram, frequent.has(trigram)]).toEqual([trigram, false]);
});

it("no trigram is frequent among few texts", () => {
  expect(frequentIn(texts(37))).toEqual(new Set());
  expect(frequentIn([])).toEqual(new Set());
});

it.each([
  ["item500001", "em500001"],
  ["ITEM500001", "em500001"],
  ["500001item", "500001it"],
  ["item7item500001item", "em500001it"],
  ["item", undefined],
  ["example.com", undefined],
  ["go-500001", "o-500001"],
  // The text index has no trigrams of these parts.
  ["item-7", "item-7"],
  ["item.a.b", "item.a.b"],
  ["ab", "ab"],
  ["", ""],
  // Folding could change a part of these in another way than the word.
  ["itemß500001", "itemß500001"],
  ["item\u0308500001", "item\u0308500001"],
])("looks up a part of %j", (word, part) => {
  expect(rarePartOf(word, frequentIn(texts(100)))).toBe(part);
});

it("a word that contains only frequent trigrams is compared, not looked up", () => {
  const values: unknown[] = [1];
  const search = { words: ["spring", "item500001", "item"], indexed: ["spring", "em500001"] };
  expect(matchesWords("text", search, values)).toBe(
    "text LIKE search_pattern($2) AND text LIKE search_pattern($3) AND (text || '') LIKE search_pattern($4) AND (text || '') LIKE search_pattern($5)",
  );
  expect(values).toEqual([1, "spring", "em500001", "item500001", "item"]);
});
