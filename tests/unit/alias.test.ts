import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldAlias, isAlias, isReserved, withoutTail } from "@/lib/contract/alias";
import { alias } from "@/lib/contract/link-fields";
import { randomAlias } from "@/lib/resources/links/writing/random-alias";

describe("a random alias", () => {
  const many = Array.from({ length: 60_000 }, randomAlias);

  it("has 7 characters that do not look alike", () => {
    for (const one of many) expect(one).toMatch(/^[2-9a-hjkmnp-z]{7}$/);
  });

  it("contains each character about equally often", () => {
    const counts = new Map<string, number>();
    for (const character of many.join("")) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(31);
    // 420,000 characters; six standard deviations are 687. A byte modulo 31 is off by 1,217.
    for (const count of counts.values()) expect(Math.abs(count - 420_000 / 31)).toBeLessThan(687);
  });

  it("is never created twice", () => {
    // There are 27.5 billion aliases: one repetition among 60,000 has a probability of 6 %, four practically none.
    expect(new Set(many).size).toBeGreaterThan(many.length - 4);
  });
});

it.each([
  ["Spring", "spring"],
  ["ÉTÉ", "été"],
  ["e\u0301", "\u00e9"],
  ["ДОМ", "дом"],
  ["東京", "東京"],
  ["A-b_9", "a-b_9"],
])("treats %s like %s", (written, folded) => {
  expect(foldAlias(written)).toBe(folded);
  expect(foldAlias(folded)).toBe(folded);
});

it.each([
  ...[
    "a.",
    "a,",
    "a)",
    "a!",
    "a…",
    "a”",
    "a ",
    "a\u200b",
    "a&amp;",
    "a&#39;&gt;",
    "a).",
    "a/",
    "a👍️",
    "a»",
    "a\\",
    "a;",
  ],
  ...[
    "a>",
    "a*",
    "a|",
    "a'",
    'a"',
    "a]",
    "a}",
    "a:",
    "a\u00a0",
    "a\u2060",
    "a\ufeff",
    "a。",
    "a、",
    "a」",
    "a~",
    "a–",
    "a°",
  ],
])("removes what a sentence adds to %j", (text) => expect(withoutTail(text)).toBe("a"));

it.each(["a", "a_", "a-", "a+", "é", "e\u0301", "東", "१", "a.b", "a&amp", "a%20b", `a${".".repeat(300)}`])(
  "removes nothing from %j",
  (text) => expect(withoutTail(text)).toBe(text),
);

describe("reserved words", () => {
  /** The first path segment of every page and file of Next. Groups in parentheses are not part of addresses. */
  function* firstParts(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name.startsWith("(")) yield* firstParts(join(folder, entry.name));
      else if (entry.isDirectory() && !/^[[_@]/.test(entry.name)) yield entry.name;
      // Generated images and similar files are served under their file name.
      else if (/^(icon|apple-icon|opengraph-image|twitter-image|manifest|robots|sitemap)\.[jt]sx?$/.test(entry.name))
        yield entry.name.replace(/\.[jt]sx?$/, "");
      else if (/^[\w-]+\.(?:ico|png|svg|txt|xml)$/.test(entry.name)) yield entry.name;
    }
  }

  it("include the files that programs request by themselves", () => {
    for (const name of [
      "favicon.ico",
      "Robots.txt",
      "icon.svg",
      "apple-touch-icon-180x180.png",
      "ads.txt",
      "opengraph-image-12o0cb.png",
      "sitemap_1.xml",
    ])
      expect([name, isReserved(name)]).toEqual([name, true]);
    expect(["v1.2", "new.york", "icon.svg.2"].filter(isReserved)).toEqual([]);
  });

  it("include every top-level address of the app", () => {
    const parts = [...firstParts("app"), ...firstParts("public")];
    expect(parts).toContain("api");
    // `.well-known` cannot be an alias.
    expect(parts.filter((part) => isAlias(part) && !isReserved(part))).toEqual([]);
  });

  it("include the addresses of links, QR codes and campaigns", () => {
    for (const word of ["_next", "q", "qr", "r", "u", "login", "dashboard", "docs"]) {
      expect(isReserved(word)).toBe(true);
      expect(isReserved(word.toUpperCase())).toBe(true);
    }
    expect(isReserved("spring")).toBe(false);
  });
});

describe("a chosen alias", () => {
  const accepts = (text: unknown) => alias().safeParse(text).success;

  it.each([
    "a",
    "v1.2",
    "a~b",
    "c+d",
    "a..b",
    "v1.2/a~b",
    "api.v2",
    "A-b_9",
    "été",
    "e\u0301te\u0301",
    "東京",
    "दिल्ली",
    "x".repeat(64),
  ])("can be %s", (text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each([
    "",
    " ",
    "a b",
    "/a",
    "a/",
    "a//b",
    "a/./b",
    "1/2/3/4/5/6",
    "a/qr",
    "a/QR/300",
    ...["a.", ".a", "c++", "+a", "a~", "a./b", "a/.b", "a/..", "a+done", "a/b+DONE", "a/qr.png"],
    "a?b",
    "a#b",
    "a%20b",
    "🚀",
    "a\nb",
    "a\0",
    "x".repeat(65),
    7,
    null,
    ["a"],
  ])("cannot be %j", (text) => {
    expect(accepts(text)).toBe(false);
  });
});
