import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  commentsOf,
  failures,
  findNames,
  findPhrases,
  findSqlNames,
  messagesOf,
  proseOf,
  sample,
  unreleasedOf,
} from "../../scripts/plain-english.mjs";

const phrases = (text: string) => findPhrases(text).map(({ phrase }: { phrase: string }) => phrase);

describe("the check of plain English", () => {
  it.each([
    ["Whoever has it acts in your name.", "Whoever"],
    ["The link leads nowhere.", "leads nowhere"],
    ["The service is told to stop.", "told"],
    ["Two-factor log-in is asked all the same.", "all the same"],
    ["Please begin anew.", "anew"],
    ["No other link of yours may have it.", "of yours"],
    ["Below stands below why.", "stands below"],
    ["It answers nobody.", "answers nobody"],
    ["As its domain has it", "As its domain has it"],
    ["Wait for some minutes.", "for some minutes"],
    ["The color of the colours.", "colours"],
    ["Customised behaviour.", "behaviour"],
    ["It was cancelled.", "cancelled"],
  ])("finds the fault in “%s”", (text, fault) => expect(phrases(text)).toContain(fault));

  it.each([
    "This link stopped working. Ask its owner for a new one.",
    "Archived links keep redirecting.",
    "The code stands for a country.",
    "Send `behaviour` and `told` as they are.",
    "Three domains, two of which are verified.",
    "Understands standard colors, promises and the same exercise.",
  ])("finds nothing in “%s”", (text) => expect(phrases(text)).toEqual([]));

  it("reads only comments", () => {
    const source = [
      "/** Returns a link. */",
      'const url = "https://go.example/told"; // Why.',
      "/**",
      " * Two lines,",
      " * in a block.",
      " */",
      "// biome-ignore lint/x: not prose",
      "const view = <p>{/* In JSX. */}</p>;",
    ].join("\n");
    expect(commentsOf("a.ts", source).map(({ line, text }) => [line, text])).toEqual([
      [1, "Returns a link."],
      [2, "Why."],
      [4, "Two lines,"],
      [5, "in a block."],
      [8, "In JSX."],
    ]);
  });

  it("reads prose, messages and unreleased changes", () => {
    expect(proseOf("a.md", "Prose\n```sh\ncode\n```\nMore").map(({ line }) => line)).toEqual([1, 5]);
    expect(messagesOf("a.json", '{\n  "title": "Your links",\n  "group": {\n')).toEqual([
      { file: "a.json", line: 2, text: "Your links" },
    ]);
    const changelog = "# Changelog\n## [Unreleased]\nNew\n## [0.1.0]\nOld";
    expect(proseOf("a.md", unreleasedOf(changelog))).toEqual([{ file: "a.md", line: 3, text: "New" }]);
  });

  it("finds banned names in declarations and file names", () => {
    expect(findNames("lib/own-rows.ts", `${"const"} told = 1; function findLink() {} call(told);`)).toEqual([
      "own-rows",
      "told",
    ]);
    expect(findNames("lib/links/find-link.ts", "const link = findLink();")).toEqual([]);
  });

  it("finds no banned names in message files and SQL", () => {
    expect(findNames("messages/en/handovers.json", "")).toEqual(["handovers"]);
    expect(globSync("messages/en/*.json").flatMap((file) => findNames(file, ""))).toEqual([]);
    const sql = globSync("prisma/sql/*.sql").map((file) => readFileSync(file, "utf8"));
    expect(sql.join().match(/\w+_told\b|\btold AS\b/g)).toBeNull();
  });

  it("finds banned names of functions, triggers, settings, tables and columns", () => {
    const sql = `CREATE OR REPLACE FUNCTION tell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM set_config('signpost.together', 'on', true); END $$;
      CREATE OR REPLACE TRIGGER "kept_rows" AFTER INSERT ON "links" EXECUTE FUNCTION notify_changed();`;
    expect(findSqlNames(sql)).toEqual(["tell_webhooks", "together", "kept_rows"]);
    const schema = `model Usage {\n  percent Int @map("told")\n  asked   Int\n\n  @@map("kept_usage")\n}`;
    expect(findSqlNames(schema)).toEqual(["told", "asked", "kept_usage"]);
    expect(findSqlNames("CREATE OR REPLACE FUNCTION add_job() ...")).toEqual([]);
  });

  it("fails for one finding in messages, or for more than 1 % of comments", () => {
    const counts = { strict: 0, comments: 200, faultyComments: 2, names: 0 };
    expect(failures(counts)).toEqual([]);
    expect(failures({ ...counts, strict: 1 })).toHaveLength(1);
    expect(failures({ ...counts, faultyComments: 3 })).toHaveLength(1);
    expect(failures({ ...counts, names: 100_000 })).toHaveLength(1);
  });

  it("draws the same sample for the same seed", () => {
    const lines = Array.from({ length: 100 }, (_, line) => ({ file: "a.ts", line, text: "" }));
    expect(sample(lines, 5, 7)).toEqual(sample(lines, 5, 7));
    expect(sample(lines, 5, 7)).not.toEqual(sample(lines, 5, 8));
    expect(sample(lines, 5, 7)).toHaveLength(5);
  });
});
