import { expect, it } from "vitest";
import { isListed, parseBlocklist } from "@/lib/platform/blocklist";

const list = parseBlocklist(`
# Hosts
evil.example   # a comment
BÜCHER.example

https://mixed.example/bad/path/
mixed.example/worse?ignored
not a host
`);

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
])("blocks %s", (address) => expect(isListed(list, address)).toBe(true));

it.each([
  "https://example/",
  "https://notevil.example/",
  "https://evil.example.org/",
  "https://good.example/?evil.example",
  "https://mixed.example/",
  "https://mixed.example/bad/pathological",
  "https://below.mixed.example/bad/path",
])("allows %s", (address) => expect(isListed(list, address)).toBe(false));
