import { readFileSync } from "node:fs";
import countries from "i18n-iso-countries";
import { expect, it } from "vitest";
import { worldMap } from "../../scripts/world-map.mjs";

const drawn = worldMap();

it("is what the script draws", () => {
  expect(readFileSync("components/clicks/world.svg", "utf8")).toBe(drawn);
});

it("has nearly every country, the smallest as a dot", () => {
  const missing = Object.keys(countries.getAlpha2Codes()).filter((code) => !drawn.includes(`id="${code}"`));
  // Uninhabited, too small for the atlas, or drawn as part of the country they belong to.
  expect(missing.sort().join(" ")).toBe("AQ BQ BV CC CX GF GI GP MQ RE SJ TK TV UM YT");
  expect(drawn).toMatch(/<circle id="SG"/);
});
