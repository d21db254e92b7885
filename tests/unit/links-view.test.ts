import { describe, expect, it } from "vitest";
import { nameOfLink } from "@/components/links/link-name";
import { orderedHref, readLinksView, sortOf } from "@/components/links/links-view";

const read = (query: string) => readLinksView(Object.fromEntries(new URLSearchParams(query)));

describe("a column's header", () => {
  it("sorts by it, highest first, and then in reverse", () => {
    const first = sortOf(read("q=sale&tag=blue&page=7"), "click");
    expect(first).toEqual({ present: "none", href: "/dashboard/links?q=sale&tag=blue&order=click" });
    const second = sortOf(read("order=click"), "click");
    expect(second).toEqual({ present: "descending", href: "/dashboard/links?order=click&direction=asc" });
    const third = sortOf(read("order=click&direction=asc"), "click");
    expect(third).toEqual({ present: "ascending", href: "/dashboard/links?order=click" });
  });

  it("is that of dates by default", () => {
    expect(sortOf(read(""), "date")).toEqual({ present: "descending", href: "/dashboard/links?direction=asc" });
    expect(sortOf(read("order=click"), "date")).toEqual({ present: "none", href: "/dashboard/links" });
  });
});

it("ignores invalid values in the address", () => {
  const view = read("order=mood&direction=up&status=fine&campaign=-1");
  expect(orderedHref(view, view)).toBe("/dashboard/links");
});

it.each([
  ["Spring sale", "https://example.com/shop", "Spring sale"],
  ["", "https://example.com/", "example.com"],
  ["", "https://www.example.com/a/b?c=d#e", "www.example.com/a/b"],
  ["", "http://example.com?x", "example.com"],
])("a link with the title %j and the destination %s is called %s", (title, destination, name) =>
  expect(nameOfLink({ title, destination })).toBe(name),
);
