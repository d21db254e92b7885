import { expect, it } from "vitest";
import { listAliasCandidates, parseShortPath } from "@/lib/resources/links/routing/address";
import { isVisitPath } from "@/lib/visits/core/path";

it.each([
  ...[
    "/spring",
    "/spring+",
    "/spring+done",
    "/spring/shoes",
    "/spring/shoes/red/42/x/y",
    "/spring/qr",
    "/spring/shoes/qr.svg",
    "/stra%C3%9Fe/a",
    "/v1.2/a~b",
  ],
  ...["/q/abcdefg", "/qr/abcdefg.svg", "/r/spring", "/u/ann/1", "/b/ann"],
])("%s is a visitor's address", (path) => expect(isVisitPath(path)).toBe(true));

it.each([
  ...["/", "/login", "/LOGIN", "/dashboard/links", "/api/account", "/docs/links", "/_next/static/a.js", "/login/qr"],
  ...["/%ff/a", "/robots.txt/a", "/.well-known/security.txt", "//a"],
])("%s is not a visitor's address", (path) => expect(isVisitPath(path)).toBe(false));

it.each([
  ["/spring", { alias: "spring" }],
  ["/spring+?a=b", { alias: "spring", asks: "about" }],
  ["/spring+done", { alias: "spring", asks: "conversion" }],
  ["/spring+doner", { alias: "spring+doner" }],
  ["/spring/shoes?a=/b", { alias: "spring", path: "spring/shoes" }],
  ["/spring/", { alias: "spring", path: "spring/" }],
  ["/spring%2Fshoes", null],
  ["/v1.2", { alias: "v1.2" }],
  ["/c+d+", { alias: "c+d", asks: "about" }],
  ["/a.b/c", { alias: "a.b", path: "a.b/c" }],
  ["/spring.", { alias: "spring" }],
  ["/spring%20%E2%80%A6?a=b", { alias: "spring" }],
  ["/spring+).", { alias: "spring", asks: "about" }],
  ["/spring+/", { alias: "spring", asks: "about" }],
  ["/v1.2.", { alias: "v1.2" }],
  ["/...", null],
  ["//a", null],
  ["/a/%ff", undefined],
])("%s requests %j", (url, expected) => expect(parseShortPath(url)).toEqual(expected));

const found = (path: string) =>
  listAliasCandidates(path).map(({ alias, path, asks }) => `${alias}|${path}${asks ? `|${asks}` : ""}`);

it.each([
  ["a/b/c", ["a/b/c|", "a/b|/c", "a|/b/c"]],
  ["a/b/", ["a/b|/", "a|/b/"]],
  ["a/", ["a|/"]],
  ["a//b", ["a|//b"]],
  ["a/b.c/d", ["a/b.c/d|", "a/b.c|/d", "a|/b.c/d"]],
  ["a/b).", ["a/b|", "a|/b)."]],
  ["a/b./c", ["a|/b./c"]],
  ["a/b+", ["a/b||about", "a|/b+"]],
  ["a/b+done", ["a/b||conversion", "a|/b+done"]],
  ["a/%C3%A9/x", ["a/é/x|", "a/é|/x", "a|/%C3%A9/x"]],
  ["a/b%2Fc/d", ["a|/b%2Fc/d"]],
  ["1/2/3/4/5/6/7", ["1/2/3/4/5|/6/7", "1/2/3/4|/5/6/7", "1/2/3|/4/5/6/7", "1/2|/3/4/5/6/7", "1|/2/3/4/5/6/7"]],
  [`a/${"b".repeat(62)}`, [`a/${"b".repeat(62)}|`, `a|/${"b".repeat(62)}`]],
  [`a/${"b".repeat(63)}`, [`a|/${"b".repeat(63)}`]],
])("finds the possible aliases of %s: %j", (path, expected) => expect(found(path)).toEqual(expected));
