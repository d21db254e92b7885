import { expect, it } from "vitest";
import { estimateTrigramShares, indexedParts, matchesWords } from "@/lib/resources/links/search/words";

/** Texts with different numbers, one in four with the word "spring". */
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = 100_000 + index * 7919;
    return `go-${number}\nhttps://example.com/item${number}\n${index % 4 === 0 ? "spring" : "sale"}`;
  });

it("trigrams have the share of texts that contain them, unless they are rare", () => {
  const shares = estimateTrigramShares([
    ...texts(100),
    ...["berlin", "berlin"].map((text) => `https://example.com/${text}`),
  ]);
  expect(shares.get("exa")).toBe(1);
  expect(shares.get("ite")).toBe(100 / 102);
  expect(shares.get("spr")).toBe(25 / 102);
  expect(shares.get("ber")).toBeUndefined();
});

it("a small sample says nothing", () => {
  expect(estimateTrigramShares(texts(49))).toEqual(new Map());
});

it.each([
  [["item550861"], ["m550861"]],
  [["ITEM550861"], ["m550861"]],
  [["550861item"], ["550861it"]],
  [["item7item550861item"], ["m550861it"]],
  [["go-550861"], ["-550861"]],
  [["spring", "item550861", "a"], ["m550861"]],
  // Too short to be enough.
  [["itembox"], ["embox"]],
  [
    ["spring", "itembox"],
    ["spring", "embox"],
  ],
  [["item", "springs"], ["springs"]],
  // All is frequent.
  [
    ["item", "example.com"],
    ["item", "example.com"],
  ],
  // The text index has no trigrams of the parts that are not frequent.
  [["item-7"], ["item-7"]],
  [["item", "a-b"], ["a-b"]],
  [["ab"], ["ab"]],
  // Folding could change a part of these in another way than the word.
  [["itemß550861"], ["itemß550861"]],
  [
    ["müllexample", "spring"],
    ["müllexample", "spring"],
  ],
  [["item\u0308550861"], ["item\u0308550861"]],
])("looks up parts of %j", (words, parts) => {
  expect(indexedParts(words, estimateTrigramShares(texts(100)))).toEqual(parts);
});

it("words that are not looked up are compared", () => {
  const values: unknown[] = [1];
  const search = { words: ["spring", "item500001", "item"], indexed: ["spring", "em500001"] };
  expect(matchesWords("text", search, values)).toBe(
    "text LIKE search_pattern($2) AND text LIKE search_pattern($3) AND (text || '') LIKE search_pattern($4) AND (text || '') LIKE search_pattern($5)",
  );
  expect(values).toEqual([1, "spring", "em500001", "item500001", "item"]);
});
