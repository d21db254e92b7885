import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextPath } from "@/lib/auth/next-path";

describe("the page after logging in", () => {
  it.each(["/dashboard/links", "/dashboard/links?q=a%20b&page=2", "/docs#links", "/"])("can be %s", (path) => {
    expect(nextPath(path)).toBe(path);
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "/./\\evil.example",
    "/..//evil.example",
    "/x/..//evil.example",
    "/%2e%2e//evil.example",
    " //evil.example",
    "javascript:alert(1)",
    "dashboard",
    "",
    `/${"x".repeat(3_000)}`,
    undefined,
    null,
    ["/docs", "/docs"],
  ])("is the dashboard instead of %j", (path) => {
    expect(nextPath(path)).toBe("/dashboard");
  });

  it("is always on this service", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "//",
      "\t",
      "\r\n",
      ".",
      "..",
      "@",
      ":",
      "evil.example",
      "http:",
      "%2f",
      "?",
      "#",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const url = new URL(nextPath(`/${pieces.join("")}`), "https://go.example");
        expect(url.origin).toBe("https://go.example");
      }),
    );
  });
});
