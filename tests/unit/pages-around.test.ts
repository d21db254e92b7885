import { expect, test } from "vitest";
import { pagesAround } from "@/components/ui/list-pagination";

test.each([
  [1, 1, "1"],
  [1, 2, "1 2"],
  [1, 3, "1 2 3"],
  [1, 9, "1 2 … 9"],
  [3, 9, "1 2 3 4 … 9"],
  [4, 9, "1 2 3 4 5 … 9"],
  [5, 9, "1 … 4 5 6 … 9"],
  [6, 9, "1 … 5 6 7 8 9"],
  [9, 9, "1 … 8 9"],
  [5_000, 5_000, "1 … 4999 5000"],
])("page %i of %i offers %s", (page, pages, offered) => {
  expect(
    pagesAround(page, pages)
      .map((number) => number ?? "…")
      .join(" "),
  ).toBe(offered);
});
