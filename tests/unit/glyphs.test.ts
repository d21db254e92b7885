import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { glyphs } from "../../scripts/glyphs.mjs";

it("is what the script creates", () => {
  expect(readFileSync("lib/drawing/glyphs.json", "utf8")).toBe(glyphs());
});
