import { expect, it } from "vitest";
import { colorStyle } from "@/lib/contract/colors";

it("says nothing where no colour was chosen", () => {
  expect(colorStyle(":root", {})).toBe(":root{}");
});

it("uses what was chosen", () => {
  const css = colorStyle("dialog", {
    background: "#2B1055",
    text: "#FFEEDD",
    button: "#FFD166",
    buttontext: "#000000",
  });
  expect(css).toMatch(/^dialog\{color-scheme:dark;--bg:#2B1055;--card:#2B1055;--fg:#FFEEDD;--dim:#FFEEDD;/);
  expect(css).toContain("--accent:#FFD166;--on:#000000}");
});

it.each([
  [{ background: "#2B1055" }, "--fg:#ffffff"],
  [{ background: "#FFF3C4" }, "--fg:#11151c"],
  [{ text: "#FFFFFF" }, "--bg:#11151c"],
  [{ text: "#000000" }, "--bg:#ffffff"],
  [{ button: "#FFD166" }, "--on:#11151c"],
  [{ buttontext: "#FFFFFF" }, "--accent:#11151c"],
])("adds to %j what can be read with it: %s", (colors, expected) => {
  expect(colorStyle(":root", colors)).toContain(expected);
});
