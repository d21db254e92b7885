import { expect, it } from "vitest";
import { isListed, misreadLine, parseBlocklist } from "@/lib/platform/network/host-list";

const lists = [
  parseBlocklist(`
# Hosts
evil.example   # a comment
BÜCHER.example

https://mixed.example/bad/path/
mixed.example/worse?ignored
not a host
`),
];

it.each([
  "https://evil.example/",
  "http://evil.example:8080/path?query",
  "https://EVIL.example",
  "https://evil.example./",
  "https://deep.below.evil.example/",
  "https://xn--bcher-kva.example/",
  "https://mixed.example/bad/path",
  "http://mixed.example/bad/path/",
  "https://mixed.example/bad/path/below?a=b",
  "https://mixed.example/worse",
])("blocks %s", (address) => expect(isListed(lists, address)).toBe(true));

it.each([
  "https://example/",
  "https://notevil.example/",
  "https://evil.example.org/",
  "https://good.example/?evil.example",
  "https://mixed.example/",
  "https://mixed.example/bad/pathological",
  "https://below.mixed.example/bad/path",
])("allows %s", (address) => expect(isListed(lists, address)).toBe(false));

it.each([
  ["evil.example\n# all of it\n\n  mixed.example/bad # a comment", undefined],
  ["https://evil.example/a?b\r\nbücher.example\r\n[2001:db8::1]", undefined],
  ["evil.example\nnot a host", { line: 2, entry: "not a host" }],
  ["com", { line: 1, entry: "com" }],
  ["evil.example,other.example", { line: 1, entry: "evil.example,other.example" }],
  ["http://", { line: 1, entry: "http://" }],
  ["ftp://evil.example", { line: 1, entry: "ftp://evil.example" }],
])("finds the first line of %j that cannot be read", (text, misread) => expect(misreadLine(text)).toEqual(misread));
