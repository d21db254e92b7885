import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applicationPages } from "@/generated/page-routes";
import { logInPath, nextPath } from "@/lib/auth/next-path";
import { isVisitPath } from "@/lib/visits/core/path";

describe("the page after logging in", () => {
  it.each([
    "/dashboard",
    "/dashboard/links",
    "/dashboard/links?q=a%20b&page=2",
    "/dashboard/links/7/edit",
    "/dashboard/sms/4915112345678",
    "/docs#links",
    "/docs/links",
    "/team/Vq3-_x",
    "/login/confirm/Vq3-_x",
  ])("can be %s", (path) => {
    expect(nextPath(path)).toBe(path);
  });

  it("keeps a long path without its query, and encodes what is not ASCII", () => {
    expect(nextPath(`/dashboard/links?q=${"x".repeat(500)}`)).toBe("/dashboard/links");
    expect(nextPath(`/dashboard/links/${"7".repeat(500)}`)).toBe("/dashboard");
    expect(nextPath("/dashboard/links?q=\u00FC\r\nX: y")).toBe("/dashboard/links?q=%C3%BCX:%20y");
  });

  it("can be each page of the application, and no visitors' path", () => {
    const shown = applicationPages.filter((path) => path !== "/").map((path) => path.replace(/:\w+/g, "1"));
    expect(shown.length).toBeGreaterThan(80);
    expect(shown.map(nextPath)).toEqual(shown);
    expect(shown.filter(isVisitPath)).toEqual([]);
  });

  it("is in the address of the log-in only if it is such a page", () => {
    expect(logInPath("/dashboard/tags")).toBe("/login?next=%2Fdashboard%2Ftags");
    for (const path of ["/x9", "/dashboard/archive", "", null]) expect(logInPath(path)).toBe("/login");
  });

  it.each([
    "/",
    "/?x",
    "/x9",
    "/x9/",
    "/q/x9",
    "/u/ann",
    "/r/x9",
    "/b/ann",
    "/qr/x9",
    "/share/x9",
    "/api",
    "/api/account",
    "/uploads/x",
    "/avatar/1.svg",
    "/images/x/y",
    "/_next/static/x.js",
    "/.well-known/security.txt",
    "/account/unsubscribe/x",
    "/login/sso/x",
    "/login/with/oidc?connect",
    "/dashboard/archive",
    "/dashboard/export/links.csv",
    "/dashboard/../x9",
    "/dashboard/..",
    "/dashboard/./links",
    "/dashboard/%2e%2e/x9",
    "/dashboard/links/%2e%2e%2fx9",
    "/dashboard/links/..%2f..%2f..%2fx9",
    "/dashboard/links/..%5c..%5c..%5cx9",
    "/dashboard/links/..;/..;/..;/x9",
    "/dashboard;x=1",
    "/dashboard;/../x9",
    "/dashboard\\..\\x9",
    "/dashboard/\t../x9",
    "/dash\nboard",
    "/dashboard ",
    "/dashboard\0",
    "/dashboard/",
    "/dashboard//links",
    "//dashboard",
    "/Dashboard",
    "/DASHBOARD/links",
    "/dashboardx",
    "/dashboard/nothing",
    "/\u0064ashboard\u200b",
    "/%64ashboard",
    "https://evil.example",
    "https://evil.example/dashboard",
    "http://own.invalid/dashboard",
    "http://localhost:3001/dashboard",
    "//user@evil.example/dashboard",
    "/@evil.example/dashboard",
    ":3001/dashboard",
    "/dashboard@evil.example",
    "data:text/html,x",
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
      "dashboard",
      "docs",
      "x9",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const url = new URL(nextPath(`/${pieces.join("")}`), "https://go.example");
        expect(url.origin).toBe("https://go.example");
        expect(applicationPages).toContain(url.pathname);
      }),
    );
  });
});
