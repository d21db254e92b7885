import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldAlias, isAlias, withoutTail } from "@/lib/contract/alias";
import { alias } from "@/lib/contract/link-fields";
import { isReserved } from "@/lib/contract/reserved-aliases";
import { randomAlias } from "@/lib/resources/links/random-alias";

describe("a random alias", () => {
  const many = Array.from({ length: 60_000 }, randomAlias);

  it("has 7 characters, none of which looks like another", () => {
    for (const one of many) expect(one).toMatch(/^[2-9a-hjkmnp-z]{7}$/);
  });

  it("has every character about as often as every other", () => {
    const counts = new Map<string, number>();
    for (const character of many.join("")) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(31);
    // 420,000 characters; six standard deviations are 687. A byte modulo 31 is off by 1,217.
    for (const count of counts.values()) expect(Math.abs(count - 420_000 / 31)).toBeLessThan(687);
  });

  it("comes but once", () => {
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
])("%s is compared as %s", (written, folded) => {
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
])("what a sentence left behind %j is taken off", (text) => expect(withoutTail(text)).toBe("a"));

it.each(["a", "a_", "a-", "a+", "é", "e\u0301", "東", "१", "a.b", "a&amp", "a%20b", `a${".".repeat(300)}`])(
  "of %j all stays",
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

  it("hold the files that are asked for by machines", () => {
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

  it("hold every top-level address of the app", () => {
    const parts = [...firstParts("app"), ...firstParts("public")];
    expect(parts).toContain("api");
    // `.well-known` cannot be an alias.
    expect(parts.filter((part) => isAlias(part) && !isReserved(part))).toEqual([]);
  });

  it("hold the addresses that links, QR codes and campaigns live at", () => {
    for (const word of ["_next", "q", "qr", "r", "u", "login", "dashboard", "docs"]) {
      expect(isReserved(word)).toBe(true);
      expect(isReserved(word.toUpperCase())).toBe(true);
    }
    expect(isReserved("spring")).toBe(false);
  });
});

describe("an alias to choose", () => {
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
  ])("may be %s", (text) => {
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
  ])("may not be %j", (text) => {
    expect(accepts(text)).toBe(false);
  });
});
