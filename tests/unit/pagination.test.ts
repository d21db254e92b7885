import { describe, expect, it } from "vitest";
import { pageQuery, presentPage, rangeOf, toPage } from "@/lib/contract/pagination";

it.each([
  [{}, { limit: 15, page: 1 }],
  [
    { limit: "", page: "" },
    { limit: 15, page: 1 },
  ],
  [
    { limit: "1", page: "3" },
    { limit: 1, page: 3 },
  ],
  [{ limit: "100" }, { limit: 100, page: 1 }],
  [{ limit: "1000" }, { limit: 1_000, page: 1 }],
  [{ limit: "1001" }, { limit: 1_000, page: 1 }],
  [{ limit: "2147483647" }, { limit: 1_000, page: 1 }],
])("%j returns %j", (query, expected) => {
  expect(toPage(pageQuery.parse(query))).toEqual(expected);
});

describe.each(["limit", "page"])("%s", (name) => {
  it.each(["0", "-1", "abc", "1.5", "1e2", " 1", "1,2", "NaN", "0x10"])("rejects %j", (value) => {
    expect(pageQuery.safeParse({ [name]: value }).success).toBe(false);
  });
});

it("turns a page into a range of rows", () => {
  expect(rangeOf({ limit: 15, page: 1 })).toEqual({ take: 15, skip: 0 });
  expect(rangeOf({ limit: 20, page: 3 })).toEqual({ take: 20, skip: 40 });
});

it.each([
  { limit: 15, page: 1, total: 0, nextpage: 1, maxpage: 1 },
  { limit: 15, page: 1, total: 15, nextpage: 1, maxpage: 1 },
  { limit: 15, page: 1, total: 16, nextpage: 2, maxpage: 2 },
  { limit: 15, page: 2, total: 16, nextpage: 2, maxpage: 2 },
  { limit: 1, page: 2, total: 5, nextpage: 3, maxpage: 5 },
  { limit: 10, page: 9, total: 11, nextpage: 2, maxpage: 2 },
])("page $page of $total items, $limit a page: next $nextpage of $maxpage", ({ limit, page, total, ...expected }) => {
  const counters = { result: total, resultexact: true, perpage: limit, currentpage: page, nextcursor: null };
  const rows = [1, 2];
  expect(presentPage({ limit, page }, { rows, total, next: null }, "things", String)).toEqual({
    data: { ...counters, ...expected, things: ["1", "2"] },
  });
});

it("shows a last page that no item comes after, if not all items were counted", () => {
  const listed = { rows: [1], total: 10_000, atMost: 12_001, next: [1] };
  const { data } = presentPage({ limit: 1_000, page: 1 }, listed, "things", String);
  expect(data).toMatchObject({ result: 10_000, resultexact: false, nextpage: 2, maxpage: 13 });
});
