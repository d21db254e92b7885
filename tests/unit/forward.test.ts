import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LinkForward } from "@/generated/prisma/enums";
import { withoutQuery, withQuery, writeQuery } from "@/lib/resources/links/parameters";
import { forwardedBy, withForwarded } from "@/lib/resources/links/routing/address";

/** Where a visitor arrives; `undefined` if the address does not exist. */
function arrival(own: string, forward: LinkForward, path: string, query: string, added = ""): string | undefined {
  const forwarded = forwardedBy(forward, path, `/alias${path}?${query}`);
  if (forwarded === undefined) return undefined;
  const href = new URL(own).href;
  return forwarded ? withForwarded(href, forwarded, added) : withQuery(href, added);
}

describe("a visitor's query", () => {
  it.each([
    ["https://e.example/", "a=1", "", "https://e.example/?a=1"],
    ["https://e.example/?a=1&b=2", "a=9&c=4", "", "https://e.example/?b=2&a=9&c=4"],
    ["https://e.example/?a=1&b=2", "a=9&b=8&c=4", "b=3", "https://e.example/?a=9&c=4&b=3"],
    ["https://e.example/?a=1&b=2", "", "b=3", "https://e.example/?a=1&b=3"],
    ["https://e.example/?a=1#part", "b=2", "", "https://e.example/?a=1&b=2#part"],
    ["https://e.example/?a=1&a=2", "a=3&a=4", "", "https://e.example/?a=3&a=4"],
    // Unchanged, because some sites sign their queries.
    ["https://e.example/?x=%20b+c&e=%7e", "sig=a%2Fb+c&flag", "", "https://e.example/?x=%20b+c&e=%7e&sig=a%2Fb+c&flag"],
    ["https://e.example/?%61=1&b+c=2", "a=2&b%20c=3", "", "https://e.example/?a=2&b%20c=3"],
    ["https://e.example/?a=1", "b=\"<'>é", "", "https://e.example/?a=1&b=%22%3C%27%3E%C3%A9"],
    ["https://e.example/?a=1", "&&b=2&", "", "https://e.example/?a=1&b=2"],
    ["https://e.example/?a=1", "signpost-pixels&b=2&signpost%2Dpixels=1", "", "https://e.example/?a=1&b=2"],
    ["https://e.example/?a=1", "", "", "https://e.example/?a=1"],
  ])("to %s with %s and %j: %s", (own, query, added, expected) => {
    expect(arrival(own, "query", "", query, added)).toBe(expected);
    expect(arrival(own, "all", "", query, added)).toBe(expected);
  });

  it("is dropped if it is too large, and the link still works", () => {
    const fifty = Array.from({ length: 50 }, (_, index) => `p${index}=`).join("&");
    expect(arrival("https://e.example/", "query", "", fifty)).toBe(`https://e.example/?${fifty}`);
    expect(arrival("https://e.example/", "query", "", `${fifty}&x`)).toBe("https://e.example/");
    const largest = `x=${"y".repeat(2_046)}`;
    expect(arrival("https://e.example/", "query", "", largest)).toBe(`https://e.example/?${largest}`);
    expect(arrival("https://e.example/", "query", "", `${largest}y`)).toBe("https://e.example/");
    expect(arrival("https://e.example/", "all", "/a", largest)).toBe("https://e.example/a");
  });

  it("is dropped if nothing is forwarded", () => {
    expect(arrival("https://e.example/?a=1", "none", "", "a=2", "a=3")).toBe("https://e.example/?a=1&a=3");
  });
});

describe("a visitor's path", () => {
  it.each([
    ["https://e.example", "/a/b", "https://e.example/a/b"],
    ["https://e.example/base", "/a/b", "https://e.example/base/a/b"],
    ["https://e.example/base/", "/a/b", "https://e.example/base/a/b"],
    ["https://e.example/base//", "/a", "https://e.example/base/a"],
    ["https://e.example/base?q=1#part", "/a/", "https://e.example/base/a/?q=1#part"],
    ["https://e.example/base", "/", "https://e.example/base/"],
    ["https://e.example/base", "/%C3%A9%20%3F/x;y=1", "https://e.example/base/%C3%A9%20%3F/x;y=1"],
    ["https://e.example/base", "/a.b/...", "https://e.example/base/a.b/..."],
    ["https://e.example/base", "/@other.example:80", "https://e.example/base/@other.example:80"],
    ["https://e.example/", `/${"a".repeat(2_047)}`, `https://e.example/${"a".repeat(2_047)}`],
  ])("to %s with %s: %s", (own, path, expected) => {
    expect(arrival(own, "all", path, "")).toBe(expected);
    // A trailing slash opens the link and does not change its destination.
    const unforwarded = path === "/" ? own : undefined;
    expect(arrival(own, "query", path, "")).toBe(unforwarded);
    expect(arrival(own, "none", path, "")).toBe(unforwarded);
  });

  it.each([
    ...[
      "/..",
      "/.",
      "/a/../b",
      "/%2e%2e/b",
      "/%2E.",
      "/.%2e/",
      "/..;x/b",
      "/a/%252e%252e/b",
      "/%252e",
      "/a//b",
      "//b",
      "/a%2Fb",
      "/a%2fb",
      "/a%5Cb",
      "/a\\b",
    ],
    ...["/%00", "/a%0d%0ab", "/a%7f", "/\u0001", "/%c2%85", "/%zz", "/%ff", `/${"a".repeat(2_048)}`],
  ])("%j is not found", (path) => {
    expect(arrival("https://e.example/base", "all", path, "")).toBeUndefined();
  });
});

const name = fc.constantFrom("a", "b", "c", "d e", "é", "%61", "utm_source", "a[]", "");
const parameters = fc.array(fc.record({ name, value: fc.string({ unit: "grapheme", maxLength: 4 }) }), {
  maxLength: 8,
});
/** Arbitrary text of a request line. */
const text = fc.string({ unit: fc.constantFrom(..."/\\.%2efFcC5@:?&=#a;+'\"<é\t".split("")), maxLength: 40 });
const own = fc.webUrl({ withQueryParameters: true, withFragments: true });

it("the visitor's values override the destination's, the link's parameters override both, in their order", () => {
  fc.assert(
    fc.property(parameters, parameters, parameters, (present, sent, added) => {
      const url = withQuery("https://e.example/x", writeQuery(present));
      const found = new URL(arrival(url, "query", "", writeQuery(sent), writeQuery(added)) as string).searchParams;
      const pairs = (list: typeof present) => [...new URLSearchParams(writeQuery(list))];
      const names = (list: typeof present) => new Set(pairs(list).map(([one]) => one));
      const expected = [
        ...pairs(present).filter(([one]) => !names(sent).has(one) && !names(added).has(one)),
        ...pairs(sent).filter(([one]) => !names(added).has(one)),
        ...pairs(added),
      ];
      expect([...found]).toEqual(expected);
    }),
  );
});

it("a visitor cannot change a destination's host, or leave its path", () => {
  fc.assert(
    fc.property(own, text, text, parameters, (url, path, query, added) => {
      const { origin, pathname, hash, username, password } = new URL(url);
      const found = arrival(url, "all", path === "" ? "" : `/${path}`, query, writeQuery(added));
      if (found === undefined) return;
      const to = new URL(found);
      expect(to).toMatchObject({ origin, hash, username, password });
      expect(to.pathname.startsWith(pathname.replace(/\/+$/, ""))).toBe(true);
      expect(found).toMatch(/^[!-~]*$/);
    }),
    { numRuns: 2_000 },
  );
});

it("what `withQuery` adds can be removed again", () => {
  fc.assert(
    fc.property(own, parameters, (url, added) => {
      const { href } = new URL(url);
      const query = writeQuery(added);
      expect(withoutQuery(withQuery(href, query), query)).toBe(
        query === "" ? href : href.replace(/^([^?#]*)\?(?=#|$)/, "$1"),
      );
    }),
  );
});
