import fc from "fast-check";
import { expect, it } from "vitest";
import { findUrls, replaceUrls } from "@/lib/resources/sms/shorten";

const shortened = (text: string) => replaceUrls(text, () => "<short>");

it.each([
  ["https://example.com", "<short>"],
  ["HTTP://EXAMPLE.COM/A", "<short>"],
  ["See https://example.com.", "See <short>."],
  ["See https://example.com/a?b=c&d=e#f, then go", "See <short>, then go"],
  ["https://example.com/a!", "<short>!"],
  ["Did you see https://example.com/a?", "Did you see <short>?"],
  ["https://example.com/a?!...", "<short>?!..."],
  ["https://example.com/wait…", "<short>…"],
  ["(https://example.com/a)", "(<short>)"],
  ["(see https://example.com/a_(b))", "(see <short>)"],
  ["https://example.com/a_(b)", "<short>"],
  ["https://example.com/a_(b).", "<short>."],
  ["[https://example.com/a[1]]", "[<short>]"],
  ["{https://example.com}", "{<short>}"],
  ["(https://example.com/a).", "(<short>)."],
  ["(https://example.com/a.)", "(<short>.)"],
  ['"https://example.com/a"', '"<short>"'],
  ["'https://example.com/a'", "'<short>'"],
  ["“https://example.com/a”", "“<short>”"],
  ["«https://example.com/a»", "«<short>»"],
  ["<https://example.com/a>", "<<short>>"],
  ['<a href="https://example.com/a">', '<a href="<short>">'],
  ["Link:https://example.com/a;next", "Link:<short>"],
  ["https://example.com/a\nhttps://example.com/b", "<short>\n<short>"],
  ["https://example.com/a\u00a0b", "<short>\u00a0b"],
  ["https://example.com/a\u200bb", "<short>\u200bb"],
  ["https://bücher.example/straße/日本", "<short>"],
  ["请看https://example.com/页。谢谢", "请看<short>。谢谢"],
  ["（https://example.com/a）", "（<short>）"],
  ["「https://example.com/a」、次", "「<short>」、次"],
  ["https://example.com/👍", "<short>"],
  ["https://example.com:8080/a", "<short>"],
  ["https://[2001:db8::1]/a", "<short>"],
  ["https://example.com/a,b;c:d!e'f", "<short>"],
  ["https://example.com/?q=(a", "<short>"],
  [
    "ftp://example.com example.com www.example.com http:// https:/x",
    "ftp://example.com example.com www.example.com http:// https:/x",
  ],
  ["xhttps://example.com git+https://example.com", "xhttps://example.com git+https://example.com"],
  ["First.https://example.com -https://example.com", "First.<short> -<short>"],
  ["http://[", "http://["],
  ["https://a b", "<short> b"],
  ["", ""],
])("%j becomes %j", (text, expected) => {
  expect(shortened(text)).toBe(expected);
});

/** A written URL that does not end in a punctuation mark. */
const writtenUrl = fc
  .tuple(
    fc.constantFrom("http", "https", "HTTPS"),
    fc.domain(),
    fc.array(fc.stringMatching(/^[\w~-]{1,8}(\([\w]{0,4}\))?$/), { maxLength: 3 }),
    fc.option(fc.stringMatching(/^[\w=&%.-]{0,12}\w$/)),
  )
  .map(
    ([scheme, host, path, query]) =>
      `${scheme}://${host}${path.map((part) => `/${part}`).join("")}${query ? `?${query}` : ""}`,
  );

const before = fc.constantFrom("", " ", "1.", "-", "(", '"', "'", "“", "see: ", "«", "（", "说", "\n", "-> ");
const after = fc.constantFrom(
  "",
  " ",
  ".",
  ",",
  "!",
  "?",
  "...",
  '"',
  "'.",
  "”",
  "»",
  "）",
  "。",
  ") ",
  "):",
  "\n",
  ", ",
  "?! ",
);

it("finds exactly the URLs of a text, and changes nothing around them", () => {
  const pieces = fc.array(fc.tuple(before, writtenUrl, after), { maxLength: 5 });
  fc.assert(
    fc.property(pieces, (parts) => {
      // Spaces keep the parts from running into each other.
      const text = parts.map((part) => part.join("")).join(" ");
      expect(findUrls(text)).toEqual(parts.map(([, url]) => url));
      expect(shortened(text)).toBe(parts.map(([start, , end]) => `${start}<short>${end}`).join(" "));
    }),
    { numRuns: 2_000 },
  );
});

it("keeps a text when URLs are replaced by themselves, finds only URLs, and ends", () => {
  const fragment = fc.constantFrom(
    "http://",
    "https://",
    "(",
    ")",
    "[",
    "]",
    ".",
    ",",
    "a.b",
    "/",
    "?",
    "é",
    "。",
    " ",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fragment).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(replaceUrls(text, (url) => url)).toBe(text);
      for (const url of findUrls(text)) expect(new URL(url).protocol).toMatch(/^https?:$/);
    }),
    { numRuns: 5_000 },
  );
});
