import { expect, test } from "vitest";
import { parseUrl } from "@/lib/contract/url";

test("an address with letters outside of ASCII is a URL, however often it is parsed", () => {
  let refused = 0;
  for (let time = 0; time < 200_000; time++) if (!parseUrl("https://bücher.example/é")) refused++;
  expect(refused).toBe(0);
});

test("an invalid URL is null", () => {
  for (const text of ["", "example.com", "https://", "http://a b/", "/path"]) expect(parseUrl(text)).toBeNull();
  expect(parseUrl("/path", "https://example.com")?.href).toBe("https://example.com/path");
});
