import { describe, expect, it } from "vitest";
import { nameOfLink } from "@/components/links/link-name";
import { orderedHref, readLinksView, sortOf } from "@/components/links/links-view";

const read = (query: string) => readLinksView(Object.fromEntries(new URLSearchParams(query)));

describe("the head of a column", () => {
  it("sorts by it, highest first, and then the other way round", () => {
    const first = sortOf(read("q=sale&tag=blue&page=7"), "click");
    expect(first).toEqual({ present: "none", href: "/dashboard/links?q=sale&tag=blue&order=click" });
    const second = sortOf(read("order=click"), "click");
    expect(second).toEqual({ present: "descending", href: "/dashboard/links?order=click&direction=asc" });
    const third = sortOf(read("order=click&direction=asc"), "click");
    expect(third).toEqual({ present: "ascending", href: "/dashboard/links?order=click" });
  });

  it("is that of the dates where nothing is asked for", () => {
    expect(sortOf(read(""), "date")).toEqual({ present: "descending", href: "/dashboard/links?direction=asc" });
    expect(sortOf(read("order=click"), "date")).toEqual({ present: "none", href: "/dashboard/links" });
  });
});

it("what makes no sense in the address counts as left out", () => {
  const view = read("order=mood&direction=up&status=fine&campaign=-1");
  expect(orderedHref(view, view)).toBe("/dashboard/links");
});

it.each([
  ["Spring sale", "https://example.com/shop", "Spring sale"],
  ["", "https://example.com/", "example.com"],
  ["", "https://www.example.com/a/b?c=d#e", "www.example.com/a/b"],
  ["", "http://example.com?x", "example.com"],
])("a link titled %j that leads to %s is called %s", (title, destination, name) =>
  expect(nameOfLink({ title, destination })).toBe(name),
);
