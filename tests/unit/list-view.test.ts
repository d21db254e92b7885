import { describe, expect, it } from "vitest";
import { readPage } from "@/components/ui/list-view";
import type { Page } from "@/lib/contract/pagination";

describe("a page of a list", () => {
  const read = async ({ page }: Page) => ({ rows: page <= 3 ? [`row of page ${page}`] : [], total: 41 });

  it("is the requested one", async () => {
    expect(await readPage(2, read)).toEqual({ rows: ["row of page 2"], total: 41, page: 2, pages: 3 });
  });

  it("is the last one if there are not so many", async () => {
    expect(await readPage(9, read)).toEqual({ rows: ["row of page 3"], total: 41, page: 3, pages: 3 });
  });

  it("has another number of rows if it is given", async () => {
    expect(await readPage(9, read, 10)).toMatchObject({ page: 5, pages: 5 });
  });

  it("is the first one, and empty, if there is nothing", async () => {
    const nothing = async () => ({ rows: [], total: 0 });
    expect(await readPage(1, nothing)).toEqual({ rows: [], total: 0, page: 1, pages: 1 });
  });

  it("has a next one if not all rows were counted", async () => {
    const counted = async ({ page, limit }: Page) => ({
      rows: [page],
      total: Math.max(100, page * limit),
      atMost: 9_000,
    });
    expect(await readPage(1, counted)).toMatchObject({ total: 100, page: 1, pages: 6 });
    expect(await readPage(6, counted)).toMatchObject({ total: 120, page: 6, pages: 7 });
  });
});
