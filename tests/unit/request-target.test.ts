import { describe, expect, it } from "vitest";
import { normalTarget, withoutSecret } from "@/lib/platform/network/request-target";

describe("a target", () => {
  it.each([
    ["/./api/account", "/api/account"],
    ["/uploads/../api/account", "/api/account"],
    ["/uploads/../../../api/account?a=/../b", "/api/account?a=/../b"],
    ["/%2e/api", "/api"],
    ["/%2E/api", "/api"],
    ["/a/%2e%2E/api", "/api"],
    ["/a/.%2e/api", "/api"],
    ["/a/%2e./api", "/api"],
    ["/\\api\\account", "//api/account"],
    ["/a\\..\\api", "/api"],
    ["/a//../api", "/a/api"],
    ["/..//api", "//api"],
    ["/a/b/.", "/a/b/"],
    ["/a/b/..", "/a/"],
    ["/..", "/"],
    ["/api#/../x?y", "/api"],
    ["/#/../api/account", "/"],
  ])("%s is read as %s", (sent, read) => {
    expect(normalTarget(sent)).toBe(read);
    // Browsers and URL parsers agree.
    if (!read.startsWith("//")) {
      const { pathname, search } = new URL(`http://go.example.com${sent}`);
      expect(pathname + search).toBe(read);
    }
  });

  it.each([
    ...[
      "/",
      "/spring",
      "/spring?a=../b",
      "/v1.2",
      "/v1.2...3",
      "/...",
      "/a/.b/..c/d..",
      "/a/.../b",
      "/spring/.well-known",
    ],
    ...[
      "/spring;x=1",
      "/..;/api",
      "/api;x=1",
      "/a%2f..%2fapi",
      "/%252e%252e/api",
      "/%61pi",
      "/stra%C3%9Fe",
      "/%ff",
      "/a%00",
    ],
    ...["//api", "/a//b", "/spring/", "/*", "/?#", "/a:b@c"],
  ])("%s stays as it was sent", (sent) => expect(normalTarget(sent)).toBe(sent));
});

describe("the log", () => {
  const secret = "Zm9yLW5vYm9keXMtZXllcw";
  it.each([
    ...[
      "/team/S",
      "/TEAM//S",
      "/team;x/S",
      "/team;/S",
      "/team./S",
      "/team%20/S",
      "/team%3f/S",
      "/team%23x/S",
      "/team%00/S",
    ],
    ...[
      "/%74eam/S",
      "/%2574eam/S",
      "/%252574eam/S",
      "/team%2fS",
      "/team%252FS",
      "/team\\S",
      "/team%5cS",
      "/%ff/team/S",
    ],
    ...[
      "/login/./sso/S",
      "/login/x/../sso/S",
      "/login/%2e/sso/S",
      "/login/%252e/sso/S",
      "/login;a/sso/S",
      "/login/sso;a=b;c/S/confirm",
    ],
    ...["/x/share/S", "/api/..;/reset-password/S", "/account/unsubscribe;/1/S", "/go.example.com/login/confirm/S"],
  ])("contains no secret of %s", (path) => {
    expect(withoutSecret(path.replace("S", secret))).toMatch(/^\/[a-z/-]+\/\*$/);
  });

  it.each([
    "/",
    "/login",
    "/login/code",
    "/team",
    "/team/",
    "/teams/1",
    "/share",
    "/dashboard/links/7/history",
    "/shared/a%20b",
  ])("contains %s", (path) => expect(withoutSecret(path)).toBe(path));
});
