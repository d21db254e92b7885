import { expect, test } from "vitest";
import { parseUrl } from "@/lib/contract/url";

test("an address with letters outside ASCII is a URL, however often it is asked", () => {
  let refused = 0;
  for (let time = 0; time < 200_000; time++) if (!parseUrl("https://bücher.example/é")) refused++;
  expect(refused).toBe(0);
});

test("what is no URL is null", () => {
  for (const text of ["", "example.com", "https://", "http://a b/", "/path"]) expect(parseUrl(text)).toBeNull();
  expect(parseUrl("/path", "https://example.com")?.href).toBe("https://example.com/path");
});
